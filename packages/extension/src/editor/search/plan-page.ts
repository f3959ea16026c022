import type { FilePlan } from './match-reader.ts';

/** Finds the files that hold `limit` matches from `offset` on, and the matches of each that are meant. */
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
