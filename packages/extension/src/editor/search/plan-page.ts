import type { FilePlan } from './match-reader.ts';

/** Which files hold the matches from `offset` on, `limit` of them, and which of theirs those are. */
export function planPage<File extends { path: string; matches: number }>(
	files: readonly File[],
	{ offset, limit }: { offset: number; limit: number },
): readonly { file: File; plan: FilePlan }[] {
	let first = 0;
	return files.flatMap(file => {
		const skip = Math.max(0, offset - first);
		const take = Math.min(file.matches, offset + limit - first) - skip;
		const plan = { path: file.path, first, skip, take };
		first += file.matches;
		return take > 0 ? [{ file, plan }] : [];
	});
}
