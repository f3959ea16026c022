import { access, readFile } from 'node:fs/promises';
import * as path from 'node:path';
import type { GitOperation } from '@hawser/core/ports/git.ts';

/** Finds the operation that git is in the middle of, by the files it leaves in its directory meanwhile. */
export async function operationIn(gitDir: string): Promise<GitOperation | undefined> {
	const text = (name: string) =>
		readFile(path.join(gitDir, name), 'utf8').then(
			content => content.trim(),
			() => undefined,
		);
	const exists = (name: string) =>
		access(path.join(gitDir, name)).then(
			() => true,
			() => false,
		);
	if (await exists('rebase-merge')) {
		return rebase(
			await text('rebase-merge/msgnum'),
			await text('rebase-merge/end'),
			await text('rebase-merge/head-name'),
		);
	}
	if (await exists('rebase-apply')) {
		const kind = (await exists('rebase-apply/applying')) ? 'apply' : 'rebase';
		return {
			...rebase(await text('rebase-apply/next'), await text('rebase-apply/last'), await text('rebase-apply/head-name')),
			kind,
		};
	}
	const marks = [
		['MERGE_HEAD', 'merge'],
		['CHERRY_PICK_HEAD', 'cherry-pick'],
		['REVERT_HEAD', 'revert'],
		['BISECT_LOG', 'bisect'],
	] as const;
	for (const [file, kind] of marks) {
		if (await exists(file)) {
			return { kind };
		}
	}
	return undefined;
}

function rebase(step: string | undefined, steps: string | undefined, headName: string | undefined): GitOperation {
	// The files may be links to any other: only what git itself writes there is told.
	const isNumber = (text = '') => /^\d{1,9}$/.test(text);
	const branch = /^refs\/heads\/(\S+)$/.exec(headName ?? '')?.[1];
	return {
		kind: 'rebase',
		...(isNumber(step) && isNumber(steps) && { step: `${step} of ${steps}` }),
		...(branch !== undefined && { branch }),
	};
}
