import { readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import type { Review, ReviewFile } from '@hawser/core/ports/values/review.ts';
import { withNewlines } from '@hawser/core/text/newlines.ts';
import * as vscode from 'vscode';
import { changedWhileReviewed } from '../documents/agreed-text.ts';
import type { Consent } from '../questions/consent.ts';
import { readDocumentFile } from '../shared/read-document-file.ts';

/** The names of files in a folder that are listed; the rest is counted. */
const MAX_LISTED = 500;
/** A larger text is not read to its end by anybody. */
const MAX_TEXT = 1_000_000;
/** Bytes of one character at most. */
const WIDEST = 4;

interface Removal {
	path: string;
	folder: boolean;
	/** Protected files in the folder. */
	protectedFiles: readonly vscode.Uri[];
	consent: Pick<Consent, 'protectionOf'>;
}

/** What the user sees before a file or folder is deleted: the text that goes, or the names of all files. */
export async function reviewedRemoval(
	uri: vscode.Uri,
	{ path, folder, protectedFiles, consent }: Removal,
): Promise<ReviewFile> {
	const rules = await Promise.all(protectedFiles.map(file => consent.protectionOf(file)));
	const protectedBy = rules.find(rule => rule !== undefined);
	const text = folder ? undefined : await textOf(uri);
	const note = folder
		? await contentOf(uri)
		: text === undefined
			? vscode.l10n.t('No text, or a very long one.')
			: undefined;
	return {
		...{ uri: uri.toString(), path, kind: 'delete', before: text ?? '', after: '', editable: false },
		...(note !== undefined && { note }),
		...(protectedBy !== undefined && { protectedBy }),
	};
}

/** The user has agreed to lose the text that they were shown, and no other. */
export async function requireUnchanged(
	uri: vscode.Uri,
	shown: ReviewFile,
	review: Pick<Review, 'agreed'>,
): Promise<void> {
	if (shown.before !== '' && (await textOf(uri)) !== shown.before) {
		throw changedWhileReviewed(shown.path, review.agreed(shown.uri));
	}
}

async function textOf(uri: vscode.Uri): Promise<string | undefined> {
	const bytes = await readDocumentFile(uri.fsPath, MAX_TEXT * WIDEST).catch(() => undefined);
	const text = bytes?.toString('utf8');
	return text === undefined || text.includes('\0') || text.length > MAX_TEXT ? undefined : withNewlines(text);
}

async function contentOf(folder: vscode.Uri): Promise<string> {
	const entries = await readdir(folder.fsPath, { recursive: true, withFileTypes: true });
	const names = entries
		.filter(entry => !entry.isDirectory())
		.map(({ parentPath, name }) => relative(folder.fsPath, join(parentPath, name)))
		.sort();
	const more = names.length > MAX_LISTED ? [vscode.l10n.t('and {0} more', names.length - MAX_LISTED)] : [];
	const count =
		names.length === 1
			? vscode.l10n.t('A folder with 1 file:')
			: vscode.l10n.t('A folder with {0} files:', names.length);
	return [count, ...names.slice(0, MAX_LISTED), ...more].join('\n');
}
