import { removeProperty, saysNothing } from '@hawser/agent-config/json/edit-json.ts';
import { readList, removeElement, setElement } from '@hawser/agent-config/json/edit-list.ts';
import { refuse } from '@hawser/agent-config/json/refusal.ts';
import { isRecord, listOf, recordsOf, textOf } from '@hawser/core/data/plain-data.ts';
import type { ConfigFormat } from '../config-format.ts';
import type { McpServer } from '../mcp-server.ts';

/** The list of a client's settings in which its hooks stand, and how ours looks there. */
export interface HookPlace {
	/** Names that lead to the list of one event. */
	path: readonly string[];
	/** The client's own tools that write files, as a pattern. */
	matcher: string;
	/** After which the client ends the hook, in its own unit. */
	timeout: number;
}

const OWN_COMMAND = /hawser(\.js|\.cmd)?['"]? hook [\w-]+/;

/** Our hook is a group of its own among those of the user. */
export function hookFormat({ path, matcher, timeout }: HookPlace): ConfigFormat {
	const isMixed = (value: unknown) => handlersOf(value).some(isOwnHandler) && !isOwn(value);
	const isShared = (values: readonly unknown[]) => values.some(isMixed);
	return {
		read(text) {
			const found = readList(text, path);
			return found.kind === 'refused' ? found : { kind: found.values.some(hasOwn) ? 'stdio' : 'absent' };
		},
		add(text, server) {
			const found = readList(text, path);
			if (found.kind === 'refused') {
				return found;
			}
			// The user has put it into a group of theirs: once is enough.
			return isShared(found.values)
				? { kind: 'unchanged' }
				: setElement(text, path, { matcher, hooks: [handlerOf(server, timeout)] }, isOwn);
		},
		remove(text, keep) {
			const found = readList(text, path);
			return found.kind === 'found' && isShared(found.values)
				? refuse('the user has put the hook into a group with others, where it is theirs to take out')
				: removeElement(text, path, isOwn, keep);
		},
		saysNothing(text) {
			const edit = removeProperty(text, ['$schema']);
			return saysNothing(edit.kind === 'changed' ? edit.text : text);
		},
	};
}

function handlerOf(server: McpServer, timeout: number): object {
	const { command, args } = server.transport === 'stdio' ? server : { command: '', args: [] };
	return { type: 'command', command, ...(args.length > 0 && { args }), timeout };
}

function handlersOf(group: unknown): readonly Readonly<Record<string, unknown>>[] {
	return isRecord(group) ? recordsOf(group['hooks']) : [];
}

function isOwnHandler({ command, args }: Readonly<Record<string, unknown>>): boolean {
	return OWN_COMMAND.test([command, ...listOf(args)].map(word => textOf(word) ?? '').join(' '));
}

function hasOwn(group: unknown): boolean {
	return handlersOf(group).some(isOwnHandler);
}

function isOwn(group: unknown): boolean {
	return hasOwn(group) && handlersOf(group).every(isOwnHandler);
}
