import { basename, dirname } from 'node:path';
import * as vscode from 'vscode';
import type { JournalledChange } from '../editor/journal/project-journals.ts';
import { countOfFiles, lineCounts, type ToolWords, timeOf } from './change-words.ts';
import { type AgentNode, type CallNode, type FileNode, needsLook } from './group-changes.ts';

/** More of a list than is shown at once; a click shows them. */
export interface MoreNode {
	kind: 'more';
	id: string;
	hidden: number;
}

export type ChangeNode =
	| AgentNode<JournalledChange>
	| CallNode<JournalledChange>
	| FileNode<JournalledChange>
	| MoreNode;

/** How an entry of the view looks. Its context says which commands it has. */
export function itemOf(node: ChangeNode, undone: ReadonlySet<string>, words: ToolWords): vscode.TreeItem {
	switch (node.kind) {
		case 'agent':
			return describe(node, undone, {
				label: node.name,
				icon: node.id === 'user' ? 'account' : node.id === 'outside' ? 'question' : 'robot',
				state: vscode.TreeItemCollapsibleState.Expanded,
			});
		case 'call':
			return describe(node, undone, {
				label: words(node.tool),
				icon: node.tool === 'change_undo' ? 'discard' : 'wrench',
				state: vscode.TreeItemCollapsibleState.Expanded,
			});
		case 'file':
			return fileItem(node, undone);
		case 'more': {
			const item = new vscode.TreeItem(vscode.l10n.t('Show {0} more', node.hidden));
			item.id = node.id;
			item.command = { command: 'hawser.showMoreChanges', title: vscode.l10n.t('Show More'), arguments: [node] };
			return item;
		}
	}
}

function describe(
	{ kind, id, changes }: AgentNode<JournalledChange> | CallNode<JournalledChange>,
	undone: ReadonlySet<string>,
	{ label, icon, state }: { label: string; icon: string; state: vscode.TreeItemCollapsibleState },
): vscode.TreeItem {
	const item = new vscode.TreeItem(label, state);
	const files = new Set(changes.map(({ file }) => file)).size;
	const last = changes.at(-1);
	const parts = [
		stateOf(changes, undone),
		last ? timeOf(last) : '',
		kind === 'call' && files === 1 ? '' : countOfFiles(files),
		lineCounts(changes),
	];
	item.id = `${kind} ${id}`;
	item.iconPath = new vscode.ThemeIcon(icon);
	item.description = parts.filter(part => part !== '').join(' · ');
	item.contextValue = contextOf(kind, changes, undone);
	item.tooltip = `${label}: ${item.description}`;
	return item;
}

function fileItem(node: FileNode<JournalledChange>, undone: ReadonlySet<string>): vscode.TreeItem {
	const { id, change } = node;
	const place = change.to ?? change.file;
	const item = new vscode.TreeItem(vscode.Uri.file(place));
	const folder = vscode.workspace.asRelativePath(dirname(place));
	const moved = change.to === undefined ? '' : vscode.l10n.t('from {0}', vscode.workspace.asRelativePath(change.file));
	const what = change.kind === 'edit' ? '' : kindInWords(change);
	const parts = [
		stateOf([change], undone),
		folder === dirname(place) ? '' : folder,
		what,
		moved,
		lineCounts([change]),
		change.certain ? '' : vscode.l10n.t('perhaps not made'),
	];
	item.id = `file ${id}`;
	item.label = basename(place);
	item.iconPath = vscode.ThemeIcon.File;
	item.description = parts.filter(part => part !== '').join(' · ');
	item.contextValue = contextOf('file', [change], undone);
	item.tooltip = vscode.l10n.t({
		message: '{0}: {1} by {2}, {3}',
		args: [vscode.workspace.asRelativePath(place), kindInWords(change), change.agent, timeOf(change)],
		comment: ['{0} is a file, {1} a word such as "changed", {2} an agent, {3} a time'],
	});
	item.accessibilityInformation = { label: `${item.tooltip}, ${item.description}` };
	item.command = { command: 'hawser.openChange', title: vscode.l10n.t('Open Changes'), arguments: [node] };
	return item;
}

function kindInWords({ kind }: JournalledChange): string {
	switch (kind) {
		case 'create':
			return vscode.l10n.t('created');
		case 'edit':
			return vscode.l10n.t('changed');
		case 'delete':
			return vscode.l10n.t('deleted');
		case 'move':
			return vscode.l10n.t('moved');
	}
}

function stateOf(changes: readonly JournalledChange[], undone: ReadonlySet<string>): string {
	const taken = changes.filter(({ id }) => undone.has(id)).length;
	if (taken === 0) {
		return '';
	}
	return taken === changes.length ? vscode.l10n.t('undone') : vscode.l10n.t('{0} undone', taken);
}

function contextOf(kind: string, changes: readonly JournalledChange[], undone: ReadonlySet<string>): string {
	const open = changes.filter(({ id }) => !undone.has(id));
	return [
		kind,
		...(open.some(change => needsLook(change, undone)) ? ['unseen'] : []),
		...(open.length > 0 ? ['undoable'] : []),
	].join(' ');
}
