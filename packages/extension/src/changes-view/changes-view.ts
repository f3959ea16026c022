import { NEVER_CANCELLED } from '@hawser/core/waiting/cancellation-source.ts';
import { delay } from '@hawser/node/deadlines.ts';
import { lazy } from '@hawser/node/lazy.ts';
import * as vscode from 'vscode';
import type { ChangeUndo } from '../editor/changes/undo-changes.ts';
import type { Log } from '../log/log.ts';
import { CHANGES_VIEW, type ChangeCommandName } from '../settings/change-commands.ts';
import { toggleFollow } from '../settings/follow-settings.ts';
import type { ChangeNode } from './change-items.ts';
import { createChangedTexts } from './changed-texts.ts';
import type { ChangesPanel, PanelOptions } from './changes-panel.ts';
import { createUnseenMarks } from './unseen-marks.ts';

/** The view in which the user looks at what agents have changed, and takes it back. */
export interface ChangesView extends vscode.Disposable {
	/** To be called when the journal has grown, and once when the window has started. */
	update(): void;
	/** How many files a call has changed. */
	countOfCall(requestId: string): Promise<number>;
	/** Opens them as comparisons. */
	showCall(requestId: string): Promise<void>;
}

interface Options {
	home: string;
	packageJson: unknown;
	undo: () => Promise<ChangeUndo>;
	agents: PanelOptions['agents'];
	log: Pick<Log, 'failure'>;
}

/** Milliseconds within which VS Code has asked for all entries of a view that is drawn anew. */
const REDRAWING = 2000;
/** Milliseconds in which further changes are gathered before the view is drawn anew; longer while nobody looks. */
const GATHERING = { visible: 150, hidden: 1000 };

export function createChangesView({ home, packageJson, undo, agents, log }: Options): ChangesView {
	const panel = lazy(async (): Promise<ChangesPanel> => {
		const { createChangesPanel } = await import('./changes-panel.ts');
		return createChangesPanel({ home, packageJson, texts, undo, agents, changed: update });
	});
	const texts = createChangedTexts(async () => (await panel()).journals());
	const marks = createUnseenMarks();
	const redraw = new vscode.EventEmitter<undefined>();
	const view = vscode.window.createTreeView<ChangeNode>(CHANGES_VIEW.id, {
		treeDataProvider: {
			onDidChangeTreeData: redraw.event,
			getTreeItem: async node => (await panel()).tree.getTreeItem(node),
			getChildren: async node => (await panel()).tree.getChildren(node),
		},
		canSelectMany: true,
		showCollapseAll: true,
	});
	let gathering: NodeJS.Timeout | undefined;
	let stale = false;
	/** VS Code forgets what is selected from the moment a view is drawn anew until it has asked for all entries again. */
	let lastSelected: readonly ChangeNode[] = [];

	function update(): void {
		gathering ??= setTimeout(
			() => {
				gathering = undefined;
				count().catch((cause: unknown) => log.failure('The changes of agents cannot be shown', cause));
			},
			view.visible ? GATHERING.visible : GATHERING.hidden,
		);
	}

	async function count(): Promise<void> {
		const { tree } = await panel();
		await tree.changes();
		const { size } = tree.unseen;
		marks.show(tree.unseen);
		const tooltip =
			size === 1
				? vscode.l10n.t('1 file that agents changed and nobody has looked at')
				: vscode.l10n.t('{0} files that agents changed and nobody has looked at', size);
		view.badge = size === 0 ? undefined : { value: size, tooltip };
		stale = !view.visible;
		if (view.visible) {
			redraw.fire(undefined);
		}
	}

	/** A command of the view is called with an entry, or by a key with what is selected. */
	const nodesOf = async (
		node: ChangeNode | undefined,
		selected?: readonly ChangeNode[],
	): Promise<readonly ChangeNode[]> => selected ?? (node ? [node] : await selection());

	async function selection(): Promise<readonly ChangeNode[]> {
		const end = Date.now() + REDRAWING;
		const known = () => (view.selection.length > 0 ? view.selection : lastSelected);
		while (known().length === 0 && Date.now() < end) {
			await delay(REDRAWING / 20, NEVER_CANCELLED);
		}
		return known();
	}

	type Action = (node: ChangeNode | undefined, selected?: readonly ChangeNode[]) => Promise<void>;
	const actions: Record<ChangeCommandName, Action> = {
		'hawser.showChanges': async () => {
			await vscode.commands.executeCommand(`${CHANGES_VIEW.id}.focus`);
		},
		'hawser.reviewChanges': async () => (await panel()).reviewAll(),
		'hawser.toggleFollow': () => toggleFollow(),
		'hawser.openChange': async node => {
			const [meant] = await nodesOf(node);
			await (meant && (await panel()).open(meant));
		},
		'hawser.openChangedFile': async node => {
			const [meant] = await nodesOf(node);
			await (meant && (await panel()).openFile(meant));
		},
		'hawser.markChangeSeen': async (node, selected) => (await panel()).markSeen(await nodesOf(node, selected)),
		'hawser.markAllChangesSeen': async () => (await panel()).markAllSeen(),
		'hawser.undoChange': async (node, selected) => {
			await (await panel()).undo(await nodesOf(node, selected));
		},
		'hawser.showMoreChanges': async node => {
			if (node?.kind === 'more') {
				(await panel()).tree.more(node);
				redraw.fire(undefined);
			}
		},
	};
	const registrations = vscode.Disposable.from(
		...[view, texts, marks, redraw],
		view.onDidChangeSelection(({ selection }) => {
			lastSelected = selection;
		}),
		view.onDidChangeVisibility(({ visible }) => {
			if (visible && stale) {
				update();
			}
		}),
		...Object.entries(actions).map(([name, action]) => vscode.commands.registerCommand(name, action)),
	);
	return {
		update,
		async countOfCall(requestId) {
			const made = await (await panel()).ofCall(requestId);
			return new Set(made?.changes.map(({ file, to }) => to ?? file)).size;
		},
		async showCall(requestId) {
			const loaded = await panel();
			const made = await loaded.ofCall(requestId);
			await (made && loaded.open(made));
		},
		dispose() {
			clearTimeout(gathering);
			registrations.dispose();
			void panel.ifLoaded()?.then(loaded => {
				loaded.dispose();
			});
		},
	};
}
