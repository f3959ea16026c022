import type { ReviewFile } from '@hawser/core/ports/values/review.ts';
import { unifiedDiff } from '@hawser/core/text/unified-diff.ts';
import * as vscode from 'vscode';
import type { QuestionPart } from '../questions/question.ts';

/** Completes "An agent wants to …". */
export function describeWish(files: readonly ReviewFile[]): string {
	const kinds = [...new Set(files.map(({ kind }) => kind))];
	const [kind = 'edit'] = kinds;
	if (files.length === 1) {
		return wishForFile(kind);
	}
	// A move takes the imports of other files along.
	return wishForFiles(kinds.includes('rename') ? 'rename' : kinds.length === 1 ? kind : 'edit', files.length);
}

function wishForFile(kind: ReviewFile['kind']): string {
	switch (kind) {
		case 'edit':
			return vscode.l10n.t('change a file');
		case 'create':
			return vscode.l10n.t('create a file');
		case 'delete':
			return vscode.l10n.t('delete a file');
		case 'rename':
			return vscode.l10n.t('move a file');
	}
}

function wishForFiles(kind: ReviewFile['kind'], count: number): string {
	switch (kind) {
		case 'edit':
			return vscode.l10n.t('change {0} files', count);
		case 'create':
			return vscode.l10n.t('create {0} files', count);
		case 'delete':
			return vscode.l10n.t('delete {0} files', count);
		case 'rename':
			return vscode.l10n.t('move and change {0} files', count);
	}
}

/** The name of a file in one line: a break in it could pass for the next file. */
export function nameOf({ path, to }: Pick<ReviewFile, 'path' | 'to'>): string {
	const shown = to ? `${path} → ${to.path}` : path;
	return shown.replaceAll('\r', '\\r').replaceAll('\n', '\\n');
}

/** Our own words about a file, beside its name. */
export function remarkOf({ kind, protectedBy }: ReviewFile): string {
	const what = {
		edit: '',
		create: vscode.l10n.t({ message: 'new', comment: ['Of a file'] }),
		delete: vscode.l10n.t('deleted'),
		rename: vscode.l10n.t('moved'),
	}[kind];
	return [what, protectedBy === undefined ? '' : vscode.l10n.t('protected')].filter(Boolean).join(', ');
}

/** Every byte of the change as text; whoever reads it needs no comparison. */
export function changeParts(files: readonly ReviewFile[]): readonly QuestionPart[] {
	const rules = [...new Set(files.flatMap(({ protectedBy }) => protectedBy ?? []))].sort();
	return [
		{ label: vscode.l10n.t('Change'), text: files.map(fileDiff).join('\n'), form: 'diff' },
		...(rules.length > 0 ? [{ label: vscode.l10n.t('Protected as'), text: rules.join('\n') }] : []),
	];
}

function fileDiff(file: ReviewFile): string {
	const { kind, path, to, before, after, note } = file;
	const old = kind === 'create' ? '/dev/null' : nameOf({ path });
	const fresh = kind === 'delete' ? '/dev/null' : nameOf({ path: to?.path ?? path });
	const diff = unifiedDiff(before, after, { budget: Number.POSITIVE_INFINITY });
	// Indented, because a note may name files, and no name may pass for the head of another file.
	const notes = note === undefined ? [] : note.split('\n').map(line => `  ${line}`);
	return [`--- ${old}`, `+++ ${fresh}`, ...notes, ...(diff === '' ? [] : [diff])].join('\n');
}
