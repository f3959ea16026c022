import type { Caller } from '@hawser/core/ports/values/caller.ts';
import type { ReviewFile } from '@hawser/core/ports/values/review.ts';
import * as vscode from 'vscode';
import type { Consent } from './consent.ts';

/**
 * Shows the files to the user as one change, if the caller's changes are reviewed; what was shown before is not shown again.
 * E_DENIED when the user does not agree.
 */
export async function reviewChange(
	files: readonly ReviewFile[],
	caller: Caller,
	consent: Pick<Consent, 'protectionOf' | 'requireAllowed'>,
): Promise<void> {
	const { review, signal } = caller;
	const places = files.flatMap(({ uri, to }) => [uri, ...(to ? [to.uri] : [])]);
	// What a rule forbids is not shown.
	await consent.requireAllowed(
		places.map(place => vscode.Uri.parse(place)),
		caller,
	);
	const fresh = files.filter(({ uri, before, after }) => {
		const known = review?.agreed(uri);
		return known?.before !== before || known.after !== after;
	});
	if (review && fresh.length > 0) {
		await review.show(await Promise.all(fresh.map(withProtection)), signal);
	}

	async function withProtection(file: ReviewFile): Promise<ReviewFile> {
		const rule =
			file.protectedBy ??
			(await consent.protectionOf(vscode.Uri.parse(file.uri))) ??
			(file.to && (await consent.protectionOf(vscode.Uri.parse(file.to.uri))));
		return { ...file, ...(rule !== undefined && { protectedBy: rule }) };
	}
}
