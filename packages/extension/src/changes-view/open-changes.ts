import { basename } from 'node:path';
import type { UndoPlan } from '@hawser/core/text/plan-undo.ts';
import * as vscode from 'vscode';
import { plainText } from '../editor/documents/saved-text.ts';
import type { JournalledChange } from '../editor/journal/project-journals.ts';
import type { ToolWords } from './change-words.ts';
import type { ChangedTexts } from './changed-texts.ts';
import { wholeChanges } from './group-changes.ts';

/** Shows changes as comparisons. */
export interface OpenChanges {
	one(change: JournalledChange, options?: vscode.TextDocumentShowOptions): Promise<void>;
	/** All of them in one tab, each file once. */
	all(title: string, changes: readonly JournalledChange[]): Promise<void>;
	/** What an undoing would make of the files. */
	preview(title: string, plan: UndoPlan): Promise<void>;
	/** A change that was left, against the text that it would have led back to. */
	conflict(change: JournalledChange): Promise<void>;
}

type Comparison = [resource: vscode.Uri, left: vscode.Uri, right: vscode.Uri];

export function createOpenChanges(texts: ChangedTexts, words: ToolWords): OpenChanges {
	async function compare(first: JournalledChange, last: JournalledChange): Promise<Comparison> {
		const place = vscode.Uri.file(last.to ?? last.file);
		const left = texts.ofJournal(first.file, first.before);
		return [place, left, (await isStill(last)) ? place : texts.ofJournal(place.fsPath, last.after)];
	}

	/** The file itself can be edited in the comparison, and each piece put back by its arrow. */
	async function isStill({ journal, file, to, kind, after }: JournalledChange): Promise<boolean> {
		if (kind === 'delete') {
			return false;
		}
		const now = await plainText(vscode.Uri.file(to ?? file));
		return now !== undefined && (after === undefined || (await journal.text(after)) === now);
	}

	return {
		async one(change, options = {}) {
			const [place, left, right] = await compare(change, change);
			const name = basename(place.fsPath);
			if (change.kind === 'move') {
				await vscode.commands.executeCommand('vscode.open', place, options);
				return;
			}
			const title = `${name} (${change.agent}: ${words(change.tool)})`;
			await vscode.commands.executeCommand('vscode.diff', left, right, title, options);
		},
		async all(title, changes) {
			const comparisons: Comparison[] = [];
			for (const [first, last] of wholeChanges(changes)) {
				comparisons.push(await compare(first, last));
			}
			await vscode.commands.executeCommand('vscode.changes', title, comparisons);
		},
		async preview(title, { steps }) {
			const comparisons = steps.flatMap((step): Comparison[] => {
				switch (step.kind) {
					case 'texts':
						return step.files.map(({ file, after }) => [
							vscode.Uri.file(file),
							vscode.Uri.file(file),
							texts.ofText(file, after),
						]);
					case 'create':
						return [
							[vscode.Uri.file(step.file), texts.ofJournal(step.file, undefined), texts.ofText(step.file, step.text)],
						];
					case 'delete':
						return [[vscode.Uri.file(step.file), vscode.Uri.file(step.file), texts.ofJournal(step.file, undefined)]];
					case 'move':
						return [];
				}
			});
			await vscode.commands.executeCommand('vscode.changes', title, comparisons);
		},
		async conflict(change) {
			const place = vscode.Uri.file(change.to ?? change.file);
			const left = texts.ofJournal(change.file, change.before);
			const title = vscode.l10n.t('{0} (before {1} ↔ now)', basename(place.fsPath), change.agent);
			await vscode.commands.executeCommand('vscode.diff', left, place, title);
		},
	};
}
