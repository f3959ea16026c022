import type { ListedChange } from '@hawser/journal/journal-reader.ts';
import * as vscode from 'vscode';

/** All that one agent has changed in one connection. */
export interface AgentNode<Change extends ListedChange> {
	kind: 'agent';
	/** The connection. */
	id: string;
	name: string;
	calls: readonly CallNode<Change>[];
	/** The oldest first. */
	changes: readonly Change[];
}

/** What one call has changed. */
export interface CallNode<Change extends ListedChange> {
	kind: 'call';
	id: string;
	tool: string;
	/** The oldest first. */
	changes: readonly Change[];
	files: readonly FileNode<Change>[];
}

export interface FileNode<Change extends ListedChange> {
	kind: 'file';
	id: string;
	change: Change;
	changes: readonly Change[];
}

/** Connections of the user: the window itself and the shell. What they did needs no looking at. */
const USERS: readonly string[] = ['user', 'cli'];

export function isByUser({ connection }: Pick<ListedChange, 'connection'>): boolean {
	return USERS.includes(connection);
}

/** Agents with their calls and files, the newest first. The changes come with the oldest first. */
export function groupChanges<Change extends ListedChange>(changes: readonly Change[]): readonly AgentNode<Change>[] {
	const groups = groupBy(changes, change => (isByUser(change) ? 'user' : change.connection));
	return groups.map(([id, own]) => ({
		...{ kind: 'agent', id, changes: own },
		name: id === 'user' ? vscode.l10n.t('You') : (own.at(-1)?.agent ?? id),
		calls: groupBy(own, ({ call }) => call).map(([call, made]) => ({
			...{ kind: 'call', id: `${id} ${call}`, changes: made },
			tool: made[0]?.tool ?? '',
			files: made
				.map((change): FileNode<Change> => ({ kind: 'file', id: change.id, change, changes: [change] }))
				.reverse(),
		})),
	}));
}

/** The group to which something was added last comes first. */
function groupBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): [string, Item[]][] {
	const groups = new Map<string, Item[]>();
	for (const item of items) {
		const key = keyOf(item);
		const group = groups.get(key) ?? [];
		groups.delete(key);
		groups.set(key, group);
		group.push(item);
	}
	return [...groups].reverse();
}

/** What puts back what was there needs no look, and what the user did neither. */
export function needsLook(change: ListedChange, undone: ReadonlySet<string>): boolean {
	return !change.seen && !isByUser(change) && change.undoes === undefined && !undone.has(change.id);
}

/** Changes by path of the files that nobody has looked at. */
export function unseenFiles<Change extends ListedChange>(
	changes: readonly Change[],
	undone: ReadonlySet<string>,
): ReadonlyMap<string, Change> {
	const unseen = new Map<string, Change>();
	for (const change of changes) {
		if (needsLook(change, undone)) {
			unseen.set(change.to ?? change.file, change);
		}
	}
	return unseen;
}

/** What the changes did to each file together: from the text before the first to the text after the last. */
export function wholeChanges<Change extends ListedChange>(changes: readonly Change[]): readonly [Change, Change][] {
	const whole = new Map<string, [Change, Change]>();
	for (const change of changes) {
		const place = change.to ?? change.file;
		const [first] = whole.get(place) ?? whole.get(change.file) ?? [change];
		whole.delete(change.file);
		whole.set(place, [first, change]);
	}
	return [...whole.values()];
}
