import { createHash } from 'node:crypto';
import { readFile, stat } from 'node:fs/promises';
import { messageOf } from '@hawser/core/data/message-of.ts';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { splitCellAddress } from '@hawser/core/text/notebook-text.ts';
import { delay, resultWithin, until } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import { fileFailure } from '../shared/file-failure.ts';
import { kindOnDisk } from '../shared/kind-on-disk.ts';
import type { WorkspacePaths } from '../shared/workspace-paths.ts';
import { textOfNotebook } from './cell-texts.ts';
import { createNotebookTypes } from './notebook-types.ts';

/** The notebooks of the window: which files are some, and their documents in the state of the disk. */
export interface OpenNotebooks extends vscode.Disposable {
	/** True for a file that opens as a notebook, or is open as one. */
	isNotebook(uri: vscode.Uri): boolean;
	find(uri: vscode.Uri): vscode.NotebookDocument | undefined;
	/** The document of the cell that a path such as analysis.ipynb#cell3 names; undefined for the path of a file. */
	cell(path: string, signal: Cancellation): Promise<vscode.TextDocument | undefined>;
	/** Opens it without showing it, after VS Code has noticed what happened to a clean file on disk. */
	open(uri: vscode.Uri, signal: Cancellation): Promise<vscode.NotebookDocument>;
	/** The text of the cells when the document was last seen without unsaved edits; '' when it never was. */
	savedText(document: vscode.NotebookDocument): string;
}

/** VS Code loads a file that changed on disk within 0.1 to 1 s. */
const RELOAD_LIMIT = 5000;
/** Loading a file again changes cells, metadata and outputs one after the other. */
const QUIET = 150;
/** A notebook of ten thousand cells takes seconds; an extension that asks the user something never ends. */
const OPEN_LIMIT = 100_000;

interface Known {
	savedText: string;
	/** Digest of the file that the document was last known to hold; the document itself cannot be compared with a file. */
	digest: Promise<string>;
}

export function createOpenNotebooks(paths: WorkspacePaths): OpenNotebooks {
	const known = new WeakMap<vscode.NotebookDocument, Known>();
	/** When a document without unsaved edits last changed, which it does when VS Code loads the file again. */
	const loadedAt = new WeakMap<vscode.NotebookDocument, number>();
	let typeOf = readTypes();
	const note = (document: vscode.NotebookDocument) => {
		if (!document.isDirty) {
			known.set(document, {
				savedText: textOfNotebook(document),
				digest: stateOnDisk(document.uri).then(({ digest }) => digest),
			});
		}
	};
	vscode.workspace.notebookDocuments.forEach(note);
	const subscriptions = vscode.Disposable.from(
		vscode.extensions.onDidChange(() => {
			typeOf = readTypes();
		}),
		vscode.workspace.onDidOpenNotebookDocument(note),
		vscode.workspace.onDidSaveNotebookDocument(note),
		vscode.workspace.onDidChangeNotebookDocument(({ notebook }) => {
			if (!notebook.isDirty) {
				loadedAt.set(notebook, Date.now());
			}
		}),
	);

	return {
		isNotebook,
		find,
		open,
		async cell(path, signal) {
			const address = splitCellAddress(path);
			const uri = address && (await paths.resolve(address.notebook));
			if (!uri || !isNotebook(uri)) {
				return undefined;
			}
			const notebook = await open(uri, signal);
			if (address.cell > notebook.cellCount) {
				const message = `There is no cell ${address.cell}; ${paths.show(uri)} has ${notebook.cellCount}.`;
				throw new ToolError('E_CELL_NOT_FOUND', message);
			}
			return notebook.cellAt(address.cell - 1).document;
		},
		savedText: document => (document.isDirty ? (known.get(document)?.savedText ?? '') : textOfNotebook(document)),
		dispose: () => void subscriptions.dispose(),
	};

	function isNotebook(uri: vscode.Uri): boolean {
		return typeOf(uri.path) === 'default' || find(uri) !== undefined;
	}

	async function open(uri: vscode.Uri, signal: Cancellation): Promise<vscode.NotebookDocument> {
		const document = find(uri) ?? (await load(uri, signal));
		if (!document.isDirty && uri.scheme === 'file') {
			await untilLoaded(document, signal);
		}
		return document;
	}

	async function load(uri: vscode.Uri, signal: Cancellation): Promise<vscode.NotebookDocument> {
		const path = paths.show(uri);
		if ((await kindOnDisk(uri)) !== 'file') {
			throw await fileFailure(uri, paths, undefined);
		}
		if (typeOf(uri.path) === undefined) {
			throw new ToolError('E_NOT_NOTEBOOK', `No extension in this window opens ${path} as a notebook.`);
		}
		try {
			const opening = vscode.workspace.openNotebookDocument(uri);
			const document = await resultWithin(opening, { milliseconds: OPEN_LIMIT, signal });
			if (document) {
				return document;
			}
		} catch (cause) {
			if (signal.cancelled) {
				throw cause;
			}
			throw new ToolError('E_NOTEBOOK_UNREADABLE', `${path} cannot be read as a notebook: ${messageOf(cause)}`, {
				cause,
			});
		}
		throw new ToolError('E_TIMEOUT', `VS Code is still opening ${path}.`, { hint: 'Call again in a moment.' });
	}

	/**
	 * Nobody but the extension for the format can tell which state of the file a document holds, so a file that changed is
	 * given the time in which VS Code loads it. A document that stays as it is then holds what the file means: if it does
	 * not, saving it fails as a conflict, and nothing is lost.
	 */
	async function untilLoaded(document: vscode.NotebookDocument, signal: Cancellation): Promise<void> {
		const { digest, changedAt } = await stateOnDisk(document.uri);
		const before = known.get(document);
		if (before && (await before.digest) !== digest) {
			const hasLoaded = () => (loadedAt.get(document) ?? 0) >= changedAt;
			await until(vscode.workspace.onDidChangeNotebookDocument, hasLoaded, { milliseconds: RELOAD_LIMIT, signal });
			await delay((loadedAt.get(document) ?? 0) + QUIET - Date.now(), signal);
		}
		if (!document.isDirty) {
			known.set(document, { savedText: textOfNotebook(document), digest: Promise.resolve(digest) });
		}
	}
}

function find(uri: vscode.Uri): vscode.NotebookDocument | undefined {
	const wanted = uri.toString();
	return vscode.workspace.notebookDocuments.find(document => !document.isClosed && document.uri.toString() === wanted);
}

function readTypes() {
	return createNotebookTypes(vscode.extensions.all.map(({ packageJSON }): unknown => packageJSON));
}

async function stateOnDisk(uri: vscode.Uri): Promise<{ digest: string; changedAt: number }> {
	try {
		const [content, { ctimeMs }] = await Promise.all([readFile(uri.fsPath), stat(uri.fsPath)]);
		return { digest: createHash('sha256').update(content).digest('base64url'), changedAt: ctimeMs };
	} catch {
		return { digest: '', changedAt: 0 };
	}
}
