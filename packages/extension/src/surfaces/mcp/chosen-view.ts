import type { ChosenView } from '@hawser/core/contract/client-view.ts';
import { isProfile } from '@hawser/core/contract/profiles.ts';

/** The choice in an address: `/mcp?profile=whole&structured=true`. A word that nobody knows chooses nothing. */
export function chosenView(url: string | undefined): ChosenView {
	const query = new URLSearchParams(url?.split('?')[1]);
	const profile = query.get('profile');
	const structured = query.get('structured');
	return {
		...(isProfile(profile) && { profile }),
		...(structured !== null && { structured: structured !== 'false' }),
	};
}
