import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { ChangeBasis, Documents, DocumentText, WrittenFile } from '@hawser/core/ports/documents.ts';
import type { Caller } from '@hawser/core/ports/values/caller.ts';
import { unifiedDiff } from '@hawser/core/text/unified-diff.ts';
import * as vscode from 'vscode';
import type { Consent } from '../questions/consent.ts';
import { isAccessDenied } from '../shared/file-failure.ts';
import { kindOnDisk } from '../shared/kind-on-disk.ts';
import { textVersion } from '../shared/text-version.ts';
import type { WorkspacePaths } from '../shared/workspace-paths.ts';
import type { FileLocks } from './file-locks.ts';
import { findDocument } from './find-document.ts';
import { type FreshDocuments, withNewlines } from './fresh-document.ts';
import type { KnownVersions } from './known-versions.ts';
import type { OpenNotebooks } from './open-notebooks.ts';
import { requireWritable } from './require-writable.ts';
import type { SaveConflicts } from './save-conflicts.ts';
import { requireEncodable, save, savedText } from './saved-text.ts';
import { changeOfLines } from './text-edits.ts';

export interface WriterDependencies {
	paths: WorkspacePaths;
	freshDocuments: FreshDocuments;
	saveConflicts: SaveConflicts;
	knownVersions: KnownVersions;
	locks: FileLocks;
	consent: Consent;
	openNotebooks: OpenNotebooks;
}

/** VS Code loads a file that changed on disk within a second; writing before that would raise a conflict when saving. */
const RELOAD_LIMIT = 10_000;
/** A change is worked out anew this often when the user types at the same moment. */
const ATTEMPTS = 10;

export function createDocumentWriter({
	paths,
	freshDocuments,
	saveConflicts,
	knownVersions,
	locks,
	consent,
	openNotebooks,
}: WriterDependencies): Pick<Documents, 'change' | 'create' | 'exists'> {
	return {
		async change(path, basis, compute, caller) {
			const uri = await paths.resolve(path);
			let approved: string | undefined;
			await consent.forFiles('change', [uri], caller, async () => {
				const present = describeDocument(await openCurrent(uri, caller), paths.show(uri));
				approved = withNewlines(compute(present));
				return [{ label: 'Change', text: unifiedDiff(present.text, approved, { budget: Number.POSITIVE_INFINITY }) }];
			});
			const computeApproved = (present: DocumentText) => {
				const after = compute(present);
				if (approved !== undefined && withNewlines(after) !== approved) {
					throw new ToolError(
						'E_FILE_CHANGED',
						`${present.path} changed while the user was asked; nothing was written.`,
					);
				}
				return after;
			};
			return locks.hold([uri], caller.signal, () => change(uri, basis, computeApproved, caller));
		},
		async create(path, text, caller) {
			const uri = await paths.resolve(path);
			await consent.forFiles('create', [uri], caller, () => [{ label: 'Text', text }]);
			return locks.hold([uri], caller.signal, () => create(uri, text, caller));
		},
		async exists(path) {
			const uri = await paths.resolve(path);
			return (await kindOnDisk(uri)) !== undefined || findDocument(uri) !== undefined;
		},
	};

	async function change(
		uri: vscode.Uri,
		basis: ChangeBasis,
		compute: (present: DocumentText) => string,
		caller: Caller,
	): Promise<WrittenFile> {
		const path = paths.show(uri);
		for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
			const document = await openCurrent(uri, caller);
			const present = describeDocument(document, path);
			const saved = document.isDirty ? await savedOrNothing(document) : undefined;
			knownVersions.requireSeen(caller.agent, uri.toString(), basis, {
				...present,
				...(saved !== undefined && { saved }),
			});
			await requireNoConflict(document, saved, path);
			requireNoUnsavedCells(uri, path);
			const after = withNewlines(compute(present));
			if (after === present.text) {
				return { path, created: false, version: present.version, linesAdded: 0, linesRemoved: 0 };
			}
			await requireWritable(uri, path);
			await requireEncodable(after, document.encoding, path);
			const { edits, ...counts } = changeOfLines(present.text, after);
			const edit = new vscode.WorkspaceEdit();
			edit.set(uri, [...edits]);
			const { version } = document;
			// VS Code refuses the edit when the user has typed since the text was read.
			if (textOf(document) === present.text && (await vscode.workspace.applyEdit(edit))) {
				const base = basis.replaces === 'parts' ? present.version : undefined;
				const onDisk = saved ?? present.text;
				return { ...(await finish(document, after, { path, base, onDisk }, caller)), created: false, ...counts };
			}
			if (document.version === version && textOf(document) === present.text && attempt > 2) {
				throw new ToolError('E_FILE_READ_ONLY', `VS Code does not take changes of ${path}.`);
			}
		}
		throw new ToolError('E_FILE_CHANGED', `${path} changed again and again while it was being written.`);
	}

	async function create(uri: vscode.Uri, text: string, caller: Caller): Promise<WrittenFile> {
		const path = paths.show(uri);
		const kind = await kindOnDisk(uri);
		if (kind !== undefined || findDocument(uri)?.isDirty) {
			throw kind === 'folder'
				? new ToolError('E_IS_FOLDER', `${path} is a folder.`)
				: new ToolError('E_FILE_EXISTS', `${path} exists already.`);
		}
		await makeFolder(dirname(uri.fsPath), path);
		const edit = new vscode.WorkspaceEdit();
		edit.createFile(uri, { contents: await vscode.workspace.encode(text, { uri }), overwrite: false });
		if (!(await vscode.workspace.applyEdit(edit))) {
			throw new ToolError('E_FILE_EXISTS', `VS Code did not create ${path}; it may have appeared in this moment.`);
		}
		const onDisk = await savedText(uri);
		const version = textVersion(onDisk);
		knownVersions.wrote(caller.agent, uri.toString(), version);
		const linesAdded = onDisk === '' ? 0 : onDisk.split('\n').length - (onDisk.endsWith('\n') ? 1 : 0);
		return { path, created: true, version, linesAdded, linesRemoved: 0 };
	}

	/** The document with the text that is on disk, unless it has unsaved edits. */
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

	async function finish(
		document: vscode.TextDocument,
		after: string,
		{ path, base, onDisk: before }: { path: string; base: string | undefined; onDisk: string },
		caller: Caller,
	) {
		const file = document.uri.toString();
		// The text in the buffer must be known to be the agent's, even if it cannot be saved.
		knownVersions.wrote(caller.agent, file, textVersion(after), base);
		const onDisk = await save(document, path, { signal: caller.signal, base: before });
		const version = textVersion(onDisk);
		if (onDisk === after) {
			return { path, version };
		}
		// The answer tells what was changed, but who goes on from their own text would take it away again.
		knownVersions.wroteOver(caller.agent, file, version);
		return { path, version, changedOnSave: unifiedDiff(after, onDisk) };
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

async function makeFolder(folder: string, path: string): Promise<void> {
	try {
		await mkdir(folder, { recursive: true });
	} catch (error) {
		throw isAccessDenied(error)
			? new ToolError('E_FILE_ACCESS_DENIED', `The system does not let VS Code create ${path}.`, { cause: error })
			: new ToolError('E_INVALID_PATH', `${path} cannot be created: a part of its path is not a folder.`, {
					cause: error,
				});
	}
}
