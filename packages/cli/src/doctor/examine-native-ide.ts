import { type PlainData, recordsOf, textOf } from '@hawser/core/data/plain-data.ts';
import type { Finding } from './finding.ts';

/** Which terminal agents find the window by their own IDE protocols, and why others do not. `body` is what the window says of itself. */
export function examineNativeIde(name: string, body: PlainData): Finding[] {
	const statuses = recordsOf(body['nativeIde']).map(({ title, state, reason, connected }) => ({
		title: textOf(title) ?? '',
		state: textOf(state) ?? '',
		reason: textOf(reason) ?? '',
		connected: typeof connected === 'number' ? connected : 0,
	}));
	const ready = statuses.filter(({ state }) => state === 'ready');
	const others = statuses.filter(({ state }) => state !== 'ready' && state !== 'absent');
	return [
		...(ready.length === 0 ? [] : [{ level: 'ok' as const, what: describeReady(name, ready) }]),
		...others.map(({ title, state, reason }): Finding => {
			const what = `${title} does not find ${lowerFirst(name)} by its own IDE protocol.`;
			return state === 'failed'
				? {
						level: 'warning',
						what,
						why: reason,
						advice: 'Look into the log of the window: command "Hawser: Show Log".',
					}
				: { level: 'ok', what, why: reason };
		}),
	];
}

function describeReady(name: string, ready: readonly { title: string; connected: number }[]): string {
	const titles = ready.map(({ title, connected }) => (connected === 0 ? title : `${title} (${connected} connected)`));
	return `${name} is found by the IDE protocols of ${titles.join(', ')}: selection, diffs and problems, nothing to set up.`;
}

function lowerFirst(text: string): string {
	return text.charAt(0).toLowerCase() + text.slice(1);
}
