import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { ChangeBasis, Documents, DocumentText, PlannedChange, WrittenFile } from '@hawser/core/ports/documents.ts';
import type { Caller } from '@hawser/core/ports/values/caller.ts';
import type { ReviewFile } from '@hawser/core/ports/values/review.ts';
import { withNewlines } from '@hawser/core/text/newlines.ts';
import { unifiedDiff } from '@hawser/core/text/unified-diff.ts';
import * as vscode from 'vscode';
import type { ChangeRecorder } from '../journal/change-recorder.ts';
import type { Consent } from '../questions/consent.ts';
import { reviewChange } from '../questions/review-change.ts';
import { isAccessDenied } from '../shared/file-failure.ts';
import { kindOnDisk } from '../shared/kind-on-disk.ts';
import { textVersion } from '../shared/text-version.ts';
import { asAgreed } from './agreed-text.ts';
import type { FileLocks } from './file-locks.ts';
import { findDocument } from './find-document.ts';
import { createReadyDocuments, describeDocument, type ReadyDependencies } from './ready-document.ts';
import { requireWritable } from './require-writable.ts';
import { requireEncodable, save, savedText, textUnlessShown } from './saved-text.ts';
import { changeOfLines } from './text-edits.ts';

export interface WriterDependencies extends ReadyDependencies {
	locks: FileLocks;
	consent: Consent;
	recorder: ChangeRecorder;
}

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
	recorder,
}: WriterDependencies): Pick<Documents, 'change' | 'create' | 'exists' | 'review'> {
	const { open: openReady, openCurrent } = createReadyDocuments({
		...{ paths, freshDocuments, saveConflicts, knownVersions, openNotebooks },
	});
	return {
		async change(path, basis, compute, caller) {
			const uri = await paths.resolve(path);
			if (caller.review) {
				await review([{ path, basis, compute }], caller);
				return changeAsAgreed(
					uri,
					basis,
					asAgreed(present => withNewlines(compute(present)), caller.review, uri.toString()),
					caller,
				);
			}
			let approved: string | undefined;
			await consent.forFiles('change', [uri], caller, async () => {
				const present = describeDocument(await openCurrent(uri, caller), paths.show(uri));
				approved = withNewlines(compute(present));
				return [
					{
						label: vscode.l10n.t('Change'),
						text: unifiedDiff(present.text, approved, { budget: Number.POSITIVE_INFINITY }),
					},
				];
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
			const shown = { uri: uri.toString(), path: paths.show(uri) };
			if (caller.review) {
				await requireAbsent(uri);
				const after = withNewlines(text);
				await reviewChange([{ ...shown, kind: 'create', before: '', after, editable: true }], caller, consent);
			}
			await consent.forFiles('create', [uri], caller, () => [{ label: vscode.l10n.t('Text'), text }]);
			const agreed = caller.review?.agreed(shown.uri);
			// A text that the user has not touched keeps the line endings that the agent gave it.
			const whole = agreed && agreed.text !== agreed.after ? (agreed.text ?? '') : text;
			const written = await locks.hold([uri], caller.signal, () => create(uri, whole, caller));
			if (whole !== text) {
				knownVersions.wroteOver(caller.agent, shown.uri, written.version);
			}
			return written;
		},
		review,
		async exists(path) {
			const uri = await paths.resolve(path);
			return (await kindOnDisk(uri)) !== undefined || findDocument(uri) !== undefined;
		},
	};

	/** Everything that would make a change fail is looked at before the user is asked about it. */
	async function review(changes: readonly PlannedChange[], caller: Caller): Promise<void> {
		const files: ReviewFile[] = [];
		for (const { path, basis, compute } of caller.review ? changes : []) {
			const uri = await paths.resolve(path);
			if (caller.review?.agreed(uri.toString()) === undefined) {
				const { document, present } = await openReady(uri, basis, caller);
				const after = withNewlines(compute(present));
				if (after !== present.text) {
					await requireWritable(uri, present.path);
					await requireEncodable(after, document.encoding, present.path);
					const texts = { before: present.text, after };
					files.push({ uri: uri.toString(), path: present.path, kind: 'edit', ...texts, editable: true });
				}
			}
		}
		await reviewChange(files, caller, consent);
	}

	async function changeAsAgreed(
		uri: vscode.Uri,
		basis: ChangeBasis,
		compute: (present: DocumentText) => string,
		caller: Caller,
	): Promise<WrittenFile> {
		const written = await locks.hold([uri], caller.signal, () => change(uri, basis, compute, caller));
		const { text, after } = caller.review?.agreed(uri.toString()) ?? {};
		if (text !== undefined && text !== after) {
			// The answer tells what the user changed, but who goes on from their own text would take it away again.
			knownVersions.wroteOver(caller.agent, uri.toString(), written.version);
		}
		return written;
	}

	async function change(
		uri: vscode.Uri,
		basis: ChangeBasis,
		compute: (present: DocumentText) => string,
		caller: Caller,
	): Promise<WrittenFile> {
		const path = paths.show(uri);
		for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
			const { document, present, saved } = await openReady(uri, basis, caller);
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
			const recorded = await recorder.begin([{ uri, kind: 'edit', before: present.text, after }], caller);
			// VS Code refuses the edit when the user has typed since the text was read.
			if (textOf(document) === present.text && (await vscode.workspace.applyEdit(edit))) {
				await recorded.made();
				const base = basis.replaces === 'parts' ? present.version : undefined;
				const onDisk = saved ?? present.text;
				const written = await finish(document, after, { path, base, onDisk }, caller);
				if (written.changedOnSave !== undefined) {
					await recorded.made([await textUnlessShown(uri)]);
				}
				return { ...written, created: false, ...counts };
			}
			await recorded.dropped();
			if (document.version === version && textOf(document) === present.text && attempt > 2) {
				throw new ToolError('E_FILE_READ_ONLY', `VS Code does not take changes of ${path}.`);
			}
		}
		throw new ToolError('E_FILE_CHANGED', `${path} changed again and again while it was being written.`);
	}

	async function create(uri: vscode.Uri, text: string, caller: Caller): Promise<WrittenFile> {
		const path = paths.show(uri);
		await requireAbsent(uri);
		await makeFolder(dirname(uri.fsPath), path);
		const edit = new vscode.WorkspaceEdit();
		edit.createFile(uri, { contents: await vscode.workspace.encode(text, { uri }), overwrite: false });
		const recorded = await recorder.begin([{ uri, kind: 'create', after: withNewlines(text) }], caller);
		if (!(await vscode.workspace.applyEdit(edit))) {
			await recorded.dropped();
			throw new ToolError('E_FILE_EXISTS', `VS Code did not create ${path}; it may have appeared in this moment.`);
		}
		await recorded.made();
		const onDisk = await savedText(uri);
		const version = textVersion(onDisk);
		knownVersions.wrote(caller.agent, uri.toString(), version);
		const linesAdded = onDisk === '' ? 0 : onDisk.split('\n').length - (onDisk.endsWith('\n') ? 1 : 0);
		return { path, created: true, version, linesAdded, linesRemoved: 0 };
	}

	async function requireAbsent(uri: vscode.Uri): Promise<void> {
		const path = paths.show(uri);
		const kind = await kindOnDisk(uri);
		if (kind !== undefined || findDocument(uri)?.isDirty) {
			throw kind === 'folder'
				? new ToolError('E_IS_FOLDER', `${path} is a folder.`)
				: new ToolError('E_FILE_EXISTS', `${path} exists already.`);
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

function textOf(document: vscode.TextDocument): string {
	return withNewlines(document.getText());
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
