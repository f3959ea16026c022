import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { DocumentText } from '@hawser/core/ports/documents.ts';
import type { Review } from '@hawser/core/ports/values/review.ts';
import { unifiedDiff } from '@hawser/core/text/unified-diff.ts';

type Compute = (present: DocumentText) => string;

/**
 * The same change, held to what the user has agreed to: their text instead of the agent's, and only on top of the text that they were
 * shown. A change that was not shown may leave the file as it is, or put back what it was.
 */
export function asAgreed(compute: Compute, review: Pick<Review, 'agreed'>, uri: string): Compute {
	return present => {
		const agreed = review.agreed(uri);
		const wanted = compute(present);
		if (agreed?.before === present.text) {
			return agreed.text ?? present.text;
		}
		if (wanted === present.text || wanted === agreed?.before) {
			return wanted;
		}
		throw changedWhileReviewed(present.path, agreed);
	};
}

/** The user's typing is never overwritten, and their work on the change is not lost to the agent. */
export function changedWhileReviewed(path: string, agreed?: { after: string; text?: string }): ToolError {
	const edits = agreed?.text === undefined ? '' : unifiedDiff(agreed.after, agreed.text);
	const lost = edits === '' ? '' : ` The user had changed your change:\n${edits}`;
	return new ToolError(
		'E_FILE_CHANGED',
		`${path} changed while the user reviewed the change; nothing was written.${lost}`,
		{
			hint: 'Read the file again and make the change anew.',
			...(edits !== '' && { details: { userEdits: edits } }),
		},
	);
}
