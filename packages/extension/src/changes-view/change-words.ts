import type { ListedChange } from '@hawser/journal/journal-reader.ts';
import * as vscode from 'vscode';
import { toolTitles } from '../settings/manifest-titles.ts';

/** What tools are called in words for the user, by name. */
export type ToolWords = (tool: string) => string;

/** From the titles in the extension's own manifest, so that nothing has to be loaded for them. */
export function toolWords(packageJson: unknown): ToolWords {
	const titles = new Map([
		...toolTitles(packageJson),
		['outside', vscode.l10n.t('Written on disk')],
		['change_undo', vscode.l10n.t('Undo')],
	]);
	return tool => titles.get(tool) ?? sentence(tool);
}

function sentence(tool: string): string {
	const words = tool.replaceAll('_', ' ').trim();
	return words === '' ? vscode.l10n.t('A change') : `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
}

export function countOfFiles(count: number): string {
	return count === 1 ? vscode.l10n.t('1 file') : vscode.l10n.t('{0} files', count);
}

export function countOfChanges(count: number): string {
	return count === 1 ? vscode.l10n.t('1 change') : vscode.l10n.t('{0} changes', count);
}

/** Lines added and removed, such as "+3 −1". */
export function lineCounts(changes: readonly Pick<ListedChange, 'linesAdded' | 'linesRemoved'>[]): string {
	const added = changes.reduce((sum, { linesAdded }) => sum + linesAdded, 0);
	const removed = changes.reduce((sum, { linesRemoved }) => sum + linesRemoved, 0);
	return [added > 0 ? [`+${added}`] : [], removed > 0 ? [`−${removed}`] : []].flat().join(' ');
}

/** The time of day, and the date unless it is today's. */
export function timeOf({ time }: Pick<ListedChange, 'time'>, now = new Date()): string {
	const date = new Date(time);
	const clock = date.toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' });
	return date.toDateString() === now.toDateString() ? clock : `${date.toLocaleDateString()} ${clock}`;
}
