import { z } from 'zod';
import type { ShownAndAgreed } from '../ports/values/review.ts';
import { unifiedDiff } from '../text/unified-diff.ts';

/** Tells the agent what the user made of its change while they reviewed it; absent where they took it as it was. */
export interface ReviewOutcome {
	/** What the user changed in the agent's change, as a unified diff. */
	userEdits?: string;
	/** Files that the user left as they were. */
	leftOut?: readonly string[];
	says?: string;
}

/** The field in the answers of all tools whose changes are reviewed. It is short because every one of them carries it. */
export const reviewField = z.object({}).optional().describe('What the user made of it: userEdits, leftOut, says.');

/** Undefined where the user neither changed nor said anything. */
export function outcomeOfReview(
	files: readonly ShownAndAgreed[],
	says: string | undefined,
	budget: number,
): ReviewOutcome | undefined {
	const leftOut = files.filter(({ text }) => text === undefined).map(({ path }) => path);
	const edited = files.filter(({ after, text }) => text !== undefined && text !== after);
	const room = budget / Math.max(1, edited.length);
	const diffs = edited.map(({ path, to, after, text = after }) => {
		const diff = unifiedDiff(after, text, { budget: room });
		return files.length === 1 ? diff : `--- ${to?.path ?? path}\n${diff}`;
	});
	return edited.length + leftOut.length === 0 && says === undefined
		? undefined
		: {
				...(edited.length > 0 && { userEdits: diffs.join('\n') }),
				...(leftOut.length > 0 && { leftOut }),
				...(says !== undefined && { says }),
			};
}

export function renderReviewOutcome({ userEdits, leftOut = [], says }: ReviewOutcome): string {
	return [
		...(userEdits === undefined ? [] : [`The user changed your change before it was made:\n${userEdits}`]),
		...(leftOut.length === 0 ? [] : [`The user left out: ${leftOut.join(', ')}`]),
		...(says === undefined ? [] : [`The user says: ${says}`]),
	].join('\n');
}
