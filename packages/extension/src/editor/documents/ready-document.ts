import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { ChangeBasis, DocumentText } from '@hawser/core/ports/documents.ts';
import type { Caller } from '@hawser/core/ports/values/caller.ts';
import { withNewlines } from '@hawser/core/text/newlines.ts';
import { unifiedDiff } from '@hawser/core/text/unified-diff.ts';
import * as vscode from 'vscode';
import { textVersion } from '../shared/text-version.ts';
import type { WorkspacePaths } from '../shared/workspace-paths.ts';
import { type FreshDocuments } from './fresh-document.ts';
import type { KnownVersions } from './known-versions.ts';
import type { OpenNotebooks } from './open-notebooks.ts';
import type { SaveConflicts } from './save-conflicts.ts';
import { savedText } from './saved-text.ts';

export interface ReadyDependencies {
	paths: WorkspacePaths;
	freshDocuments: FreshDocuments;
	saveConflicts: SaveConflicts;
	knownVersions: KnownVersions;
	openNotebooks: OpenNotebooks;
}

/** A document that an agent may change. */
export interface ReadyDocument {
	document: vscode.TextDocument;
	present: DocumentText;
	/** The text on disk, where the editor has unsaved edits. */
	saved: string | undefined;
}

/** Opens documents, and refuses those that must not be changed as they are. */
export interface ReadyDocuments {
	/** Throws when something speaks against changing it. */
	open(uri: vscode.Uri, basis: ChangeBasis, caller: Caller): Promise<ReadyDocument>;
	/** The document with the text that is on disk, unless it has unsaved edits. */
	openCurrent(uri: vscode.Uri, caller: Caller): Promise<vscode.TextDocument>;
}

/** VS Code loads a file that changed on disk within a second; writing before that would raise a conflict when saving. */
const RELOAD_LIMIT = 10_000;

export function createReadyDocuments({
	paths,
	freshDocuments,
	saveConflicts,
	knownVersions,
	openNotebooks,
}: ReadyDependencies): ReadyDocuments {
	return { open, openCurrent };

	async function open(uri: vscode.Uri, basis: ChangeBasis, caller: Caller): Promise<ReadyDocument> {
		const path = paths.show(uri);
		const document = await openCurrent(uri, caller);
		const present = describeDocument(document, path);
		const saved = document.isDirty ? await savedOrNothing(document) : undefined;
		const known = { ...present, ...(saved !== undefined && { saved }) };
		knownVersions.requireSeen(caller.agent, uri.toString(), basis, known);
		await requireNoConflict(document, saved, path);
		requireNoUnsavedCells(uri, path);
		return { document, present, saved };
	}

	async function openCurrent(uri: vscode.Uri, { signal }: Caller): Promise<vscode.TextDocument> {
		await saveConflicts.settled(uri, signal);
		const { document, newerText } = await freshDocuments.open(uri, { milliseconds: RELOAD_LIMIT, signal });
		if (newerText !== undefined) {
			throw new ToolError('E_FILE_CHANGED', `${paths.show(uri)} changed on disk, and VS Code has not loaded it yet.`, {
				hint: 'Call again in a moment.',
			});
		}
		return document;
	}

	/** Saving would put a question to the user: theirs, or what is on disk? */
	async function requireNoConflict(
		document: vscode.TextDocument,
		saved: string | undefined,
		path: string,
	): Promise<void> {
		if (saved !== undefined && saved !== textOf(document) && (await saveConflicts.hasMoved(document))) {
			const diff = unifiedDiff(saved, textOf(document), { budget: 3000 });
			throw new ToolError('E_FILE_DIRTY', `${path} has unsaved edits, and another program has changed it on disk.`, {
				hint: 'Ask the user to save or revert the file in VS Code; only they can say which text is right.',
				details: { conflict: true, differences: diff },
			});
		}
	}

	/** The user's save would put the old cells back, or ask them which of the two to keep. */
	function requireNoUnsavedCells(uri: vscode.Uri, path: string): void {
		if (openNotebooks.find(uri)?.isDirty) {
			throw new ToolError('E_FILE_DIRTY', `${path} is a notebook with unsaved edits, which its text does not have.`, {
				hint: 'Read it with notebook_read and change it with notebook_edit, which keep them.',
			});
		}
	}
}

export function describeDocument(document: vscode.TextDocument, path: string, newerText?: string): DocumentText {
	const text = newerText ?? textOf(document);
	return {
		path,
		text,
		version: textVersion(text),
		language: document.languageId,
		dirty: document.isDirty,
		encoding: document.encoding,
		lineEnding: document.eol === vscode.EndOfLine.CRLF ? 'crlf' : 'lf',
	};
}

function textOf(document: vscode.TextDocument): string {
	return withNewlines(document.getText());
}

async function savedOrNothing(document: vscode.TextDocument): Promise<string> {
	try {
		return await savedText(document.uri, document.encoding);
	} catch {
		return '';
	}
}
