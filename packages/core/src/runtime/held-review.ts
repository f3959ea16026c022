import { outcomeOfReview, type ReviewOutcome } from '../contract/review-outcome.ts';
import type { Cancellation } from '../ports/values/cancellation.ts';
import type { AgreedFile, Review, ReviewFile, ShownAndAgreed } from '../ports/values/review.ts';

/** The user, as the policy reaches them for one call. Both throw E_DENIED when the user says no. */
export interface ReviewingUser {
	show(
		files: readonly ReviewFile[],
		signal: Cancellation,
	): Promise<{ files: readonly AgreedFile[]; says?: string | undefined }>;
	ask(signal: Cancellation): Promise<void>;
}

export interface HeldReview {
	review: Review;
	/** What the agent is told of it, within so many characters. */
	outcome(budget: number): ReviewOutcome | undefined;
}

/** Remembers for one call what the user was shown and agreed to. The time of the user passes within `whileAsking`. */
export function holdReview(
	user: ReviewingUser,
	whileAsking: <Result>(ask: () => Promise<Result>) => Promise<Result>,
): HeldReview {
	const agreed: ShownAndAgreed[] = [];
	const words: string[] = [];
	let asked: Promise<void> | undefined;
	return {
		review: {
			async show(files, signal) {
				const verdict = await whileAsking(() => user.show(files, signal));
				const byUri = new Map(verdict.files.map(file => [file.uri, file]));
				agreed.push(...files.map(file => ({ ...file, ...byUri.get(file.uri) })));
				words.push(...(verdict.says === undefined ? [] : [verdict.says]));
			},
			ask: signal => (asked ??= whileAsking(() => user.ask(signal))),
			agreed: uri => agreed.findLast(file => file.uri === uri || file.to?.uri === uri),
		},
		outcome: budget => outcomeOfReview(agreed, words.length > 0 ? words.join('\n') : undefined, budget),
	};
}
