import { z } from 'zod';
import { path } from '../../contract/parameters.ts';

/** Shared by the tools that work on one repository. */
export const repository = path.optional().describe('A path in the repository, where there are several.');

export const ref = z.string().min(1).max(1000);

export function shortHash(hash: string): string {
	return hash.slice(0, 10);
}

/** A warning that what git has is not what the user sees. */
export function unsavedNote(unsaved: readonly string[] | undefined): string[] {
	return unsaved === undefined || unsaved.length === 0
		? []
		: [`Not in git's sight, because unsaved in the editor: ${unsaved.join(', ')}`];
}
