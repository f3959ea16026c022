import * as vscode from 'vscode';
import { isFields } from '../debug/protocol/dap-values.ts';
import { run } from './test-commands.ts';
import { childId } from './test-ids.ts';

/** A test or a suite as VS Code knows it. */
export interface KnownItem {
	fullId: string;
	item: vscode.TestItem;
	/** Labels of what contains it, without the controller. */
	suites: readonly string[];
}

const TAKE = '_hawser.takeTestItems';
/** VS Code's mark for a test that is handed to a command of a menu. */
const TEST_ITEM_MARK = 16;

export interface TestItems extends vscode.Disposable {
	/** The roots of these controllers, as far as they live in this extension host. */
	roots(controllers: readonly string[]): Promise<readonly KnownItem[]>;
}

/**
 * VS Code hands the tests of any extension to the commands that extensions add to the menus of the Testing view. A command
 * of ours that VS Code calls with the same kind of argument gets them as well, without a menu.
 */
export function createTestItems(): TestItems {
	const waiting = new Map<number, (items: readonly unknown[]) => void>();
	let tickets = 0;
	let command: vscode.Disposable | undefined;
	return {
		async roots(controllers) {
			command ??= vscode.commands.registerCommand(TAKE, (ticket: number, ...items: unknown[]) =>
				waiting.get(ticket)?.(items),
			);
			const ticket = ++tickets;
			let taken: readonly unknown[] = [];
			waiting.set(ticket, items => (taken = items));
			try {
				// Without a label and tags, VS Code shows the user an error when a controller has gone meanwhile.
				const marked = controllers.map(extId => ({
					$mid: TEST_ITEM_MARK,
					tests: [{ item: { extId, label: '', tags: [] } }],
				}));
				await run('runCommands', { commands: [{ command: TAKE, args: [ticket, ...marked] }] });
			} finally {
				waiting.delete(ticket);
			}
			return taken.filter(isItem).map(item => ({ fullId: item.id, item, suites: [] }));
		},
		dispose: () => void command?.dispose(),
	};
}

/** The items below, each before what it contains. */
export function below({ fullId, item, suites }: KnownItem, isRoot = false): KnownItem[] {
	const inside = isRoot ? [] : [...suites, item.label];
	return [...item.children].flatMap(([id, child]) => {
		const known = { fullId: childId(fullId, id), item: child, suites: inside };
		return [known, ...below(known)];
	});
}

/** True for an item that can be run by itself, and is not merely a file or suite in which no tests have been found. */
export function isTest({ item }: KnownItem): boolean {
	return item.children.size === 0 && item.error === undefined && (!item.canResolveChildren || item.range !== undefined);
}

function isItem(value: unknown): value is vscode.TestItem {
	return isFields(value) && typeof value['label'] === 'string' && value['label'] !== '' && isFields(value['children']);
}
