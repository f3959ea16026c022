/** Everything that the view needs once it is looked at, or there is something to count; loaded then. */
import type { Journal } from '@hawser/journal/journal.ts';
import * as vscode from 'vscode';
import type { ChangeUndo } from '../editor/changes/undo-changes.ts';
import { createProjectJournals, type JournalledChange } from '../editor/journal/project-journals.ts';
import type { ChangeNode } from './change-items.ts';
import { toolWords } from './change-words.ts';
import type { ChangedTexts } from './changed-texts.ts';
import { type ChangesTree, createChangesTree } from './changes-tree-provider.ts';
import { committedChanges } from './committed-changes.ts';
import { type CallNode, groupChanges, isByUser, needsLook } from './group-changes.ts';
import { createOpenChanges } from './open-changes.ts';
import { createUndoForUser } from './undo-for-user.ts';
import { editorGit, followUserCommits, type UserCommit } from './user-commits.ts';

export interface PanelOptions {
	home: string;
	packageJson: unknown;
	texts: ChangedTexts;
	undo: () => Promise<ChangeUndo>;
	/** The agents that are connected to the window. */
	agents: { list(): readonly unknown[]; onDidChange: vscode.Event<void> };
	/** To be called when the journal says something else than before. */
	changed: () => void;
}

export interface ChangesPanel extends vscode.Disposable {
	tree: ChangesTree;
	journals(): readonly Journal[];
	open(node: ChangeNode): Promise<void>;
	/** What one call has changed; undefined where that is nothing. */
	ofCall(requestId: string): Promise<CallNode<JournalledChange> | undefined>;
	openFile(node: ChangeNode): Promise<void>;
	markSeen(nodes: readonly ChangeNode[]): Promise<void>;
	markAllSeen(): Promise<void>;
	undo(nodes: readonly ChangeNode[]): Promise<void>;
	/** Everything that nobody has looked at, in one tab. */
	reviewAll(): Promise<void>;
}

export function createChangesPanel({ home, packageJson, texts, undo, agents, changed }: PanelOptions): ChangesPanel {
	const journals = createProjectJournals(home);
	const words = toolWords(packageJson);
	const tree = createChangesTree(journals, words);
	const open = createOpenChanges(texts, words);
	const undoForUser = createUndoForUser({ undo, open, changes: tree.changes });

	async function markSeen(changes: readonly JournalledChange[]): Promise<void> {
		const unseen = changes.filter(change => !change.seen && !isByUser(change));
		for (const journal of new Set(unseen.map(change => change.journal))) {
			await journal.markSeen(unseen.filter(change => change.journal === journal).map(({ id }) => id));
		}
		if (unseen.length > 0) {
			changed();
		}
	}

	/** Who commits has looked at what they commit. */
	async function markCommitted(commit: UserCommit): Promise<void> {
		const unseen = (await tree.changes()).filter(change => needsLook(change, tree.undone));
		await markSeen(await committedChanges(unseen, commit));
	}

	let following: vscode.Disposable | undefined;
	let disposed = false;
	void editorGit().then(git => {
		// A commit that cannot be read leaves its files as they were: not looked at.
		const committed = (commit: UserCommit) => void markCommitted(commit).catch(() => undefined);
		following = git && !disposed ? followUserCommits({ git, agents, committed }) : undefined;
	});

	const isOpen = ({ id }: JournalledChange) => !tree.undone.has(id);

	return {
		tree,
		journals: journals.all,
		async open(node) {
			if (node.kind === 'more') {
				return;
			}
			const changes = node.changes.filter(isOpen);
			const [only] = changes.length === 0 ? node.changes : changes;
			if (node.kind === 'file' || (changes.length <= 1 && only)) {
				await (only && open.one(only, { preserveFocus: true }));
			} else {
				await open.all(node.kind === 'agent' ? vscode.l10n.t('Changes of {0}', node.name) : words(node.tool), changes);
			}
			await markSeen(node.changes);
		},
		async ofCall(requestId) {
			const calls = groupChanges(await tree.changes()).flatMap(agent => agent.calls);
			return calls.find(({ changes: [first] }) => first?.call === requestId);
		},
		async openFile(node) {
			if (node.kind === 'file') {
				await vscode.commands.executeCommand('vscode.open', vscode.Uri.file(node.change.to ?? node.change.file));
			}
		},
		markSeen: nodes => markSeen(nodes.flatMap(node => (node.kind === 'more' ? [] : node.changes))),
		markAllSeen: async () => markSeen(await tree.changes()),
		async undo(nodes) {
			const ids = new Set(nodes.flatMap(node => (node.kind === 'more' ? [] : node.changes)).map(({ id }) => id));
			const isWhole = nodes.some(({ kind }) => kind === 'agent');
			// Everything of an agent is without what it has taken back itself: that is meant only where it is named.
			const meant = (await tree.changes()).filter(
				change => ids.has(change.id) && isOpen(change) && !(isWhole && change.undoes),
			);
			const names = new Set(meant.map(change => (isByUser(change) ? vscode.l10n.t('yours') : change.agent)));
			await undoForUser(meant, [...names].join(', '));
		},
		async reviewAll() {
			const all = await tree.changes();
			const unseen = all.filter(change => needsLook(change, tree.undone));
			if (unseen.length > 0) {
				await open.all(vscode.l10n.t('Changes of agents that nobody has looked at'), unseen);
				await markSeen(unseen);
			}
		},
		dispose() {
			disposed = true;
			following?.dispose();
		},
	};
}
