import type * as vscode from 'vscode';
import { undoneIds } from '../editor/changes/undone-ids.ts';
import type { JournalledChange, ProjectJournals } from '../editor/journal/project-journals.ts';
import { type ChangeNode, itemOf, type MoreNode } from './change-items.ts';
import type { ToolWords } from './change-words.ts';
import { groupChanges, unseenFiles } from './group-changes.ts';

/** What the view shows, worked out when it is asked for. */
export interface ChangesTree
	extends Required<Pick<vscode.TreeDataProvider<ChangeNode>, 'getTreeItem' | 'getChildren'>> {
	changes(): Promise<readonly JournalledChange[]>;
	/** What was taken back, as of the last reading. */
	readonly undone: ReadonlySet<string>;
	/** By path, as of the last reading. */
	readonly unseen: ReadonlyMap<string, JournalledChange>;
	more(node: MoreNode): void;
}

/** Entries of one list that are shown at once: a tree of thousands is slow, and nobody reads it. */
const PAGE = 50;

export function createChangesTree(journals: ProjectJournals, words: ToolWords): ChangesTree {
	let undone: ReadonlySet<string> = new Set();
	let unseen: ReadonlyMap<string, JournalledChange> = new Map();
	/** How many entries of which list. */
	const shown = new Map<string, number>();

	async function changes(): Promise<readonly JournalledChange[]> {
		const all = await journals.list();
		undone = undoneIds(all);
		unseen = unseenFiles(all, undone);
		return all;
	}

	function page(id: string, nodes: readonly ChangeNode[]): ChangeNode[] {
		const limit = shown.get(id) ?? PAGE;
		const hidden = nodes.length - limit;
		return [...nodes.slice(0, limit), ...(hidden > 0 ? [{ kind: 'more', id: `more ${id}`, hidden } as const] : [])];
	}

	return {
		changes,
		get undone() {
			return undone;
		},
		get unseen() {
			return unseen;
		},
		getTreeItem: node => itemOf(node, undone, words),
		async getChildren(node) {
			switch (node?.kind) {
				case undefined:
					return page('agents', groupChanges(await changes()));
				case 'agent':
					return page(node.id, node.calls);
				case 'call':
					return page(node.id, node.files);
				case 'file':
				case 'more':
					return [];
			}
		},
		more({ id }) {
			const list = id.slice('more '.length);
			shown.set(list, (shown.get(list) ?? PAGE) + PAGE * 4);
		},
	};
}
