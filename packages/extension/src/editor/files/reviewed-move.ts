import type { Review, ReviewFile } from '@hawser/core/ports/values/review.ts';
import * as vscode from 'vscode';
import { changedWhileReviewed } from '../documents/agreed-text.ts';
import { editedText } from '../documents/edited-text.ts';
import { presentText } from '../documents/saved-text.ts';
import { changeOfLines } from '../documents/text-edits.ts';
import type { WorkspacePaths } from '../shared/workspace-paths.ts';
import { placeAfter } from './affected-imports.ts';
import type { ImportEdits } from './import-edits.ts';
import type { Relocation } from './import-specifiers.ts';

/** A move with the imports that change with it, as the user sees it before it is made. The move itself stands first. */
export async function reviewedMove(
	move: Relocation,
	edits: readonly ImportEdits[],
	paths: Pick<WorkspacePaths, 'show'>,
	facts: Pick<ReviewFile, 'protectedBy' | 'note'>,
): Promise<readonly ReviewFile[]> {
	const from = vscode.Uri.file(move.from);
	const to = vscode.Uri.file(move.to);
	const changed = await Promise.all(
		edits.map(async (file): Promise<ReviewFile> => {
			const before = await presentText(file.uri);
			const after = editedText(before, file.edits);
			const place = placeAfter(file.uri, move);
			const isMoved = place.toString() !== file.uri.toString();
			return {
				uri: file.uri.toString(),
				path: paths.show(file.uri),
				kind: isMoved ? 'rename' : 'edit',
				...(isMoved && { to: { uri: place.toString(), path: paths.show(place) } }),
				...{ before, after, editable: true },
			};
		}),
	);
	const files = changed.filter(({ before, after }) => before !== after);
	const own = files.find(({ uri }) => uri === from.toString());
	const moved: ReviewFile = own ?? {
		uri: from.toString(),
		path: paths.show(from),
		kind: 'rename',
		to: { uri: to.toString(), path: paths.show(to) },
		...{ before: '', after: '', editable: false },
	};
	return [{ ...moved, ...facts }, ...files.filter(file => file !== own)];
}

/** Nothing is moved when a file is no longer what the user was shown. */
export async function requireAsShown(shown: readonly ReviewFile[], review: Pick<Review, 'agreed'>): Promise<void> {
	for (const { uri, path, before, after, editable } of shown) {
		if (editable && before !== after && (await presentText(vscode.Uri.parse(uri))) !== before) {
			throw changedWhileReviewed(path, review.agreed(uri));
		}
	}
}

/** The imports that the user has agreed to, for the files at their new places. */
export function agreedImports(shown: readonly ReviewFile[], review: Pick<Review, 'agreed'>): vscode.WorkspaceEdit {
	const edit = new vscode.WorkspaceEdit();
	for (const { uri, to, before } of shown) {
		const text = review.agreed(uri)?.text ?? before;
		if (text !== before) {
			edit.set(vscode.Uri.parse(to?.uri ?? uri), [...changeOfLines(before, text).edits]);
		}
	}
	return edit;
}
