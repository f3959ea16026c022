import { readProperty, removeProperty, saysNothing, setProperty } from '@hawser/agent-config/json/edit-json.ts';
import { refuse } from '@hawser/agent-config/json/refusal.ts';
import { isRecord } from '@hawser/core/data/plain-data.ts';
import { type ConfigFormat, FOREIGN } from './config-format.ts';
import type { Scope } from './environment.ts';
import { type McpServer, ownTransport, SERVER_NAME } from './mcp-server.ts';

type Entry = Readonly<Record<string, unknown>>;

export interface JsonConfigOptions {
	/** The object that holds the servers; may depend on the file. */
	servers: (text: string) => readonly string[];
	/** The server as this client writes it. */
	entry: (server: McpServer, scope: Scope) => Entry;
}

/** Every field in which some client says how to reach a server. The rest of an entry belongs to the user. */
const CONNECTION_FIELDS = ['type', 'command', 'args', 'url', 'httpUrl', 'serverUrl', 'headers'];
const ENVIRONMENT_FIELDS = ['env', 'environment'];

export function jsonConfig({ servers, entry }: JsonConfigOptions): ConfigFormat {
	const pathIn = (text: string) => [...servers(text), SERVER_NAME];
	return {
		read(text) {
			const found = readProperty(text, pathIn(text));
			return found.kind === 'found' ? { kind: ownTransport(found.value) ?? 'foreign' } : found;
		},
		add(text, server, scope) {
			const path = pathIn(text);
			const found = readProperty(text, path);
			if (found.kind === 'refused') {
				return found;
			}
			const wanted = entry(server, scope);
			if (found.kind === 'absent') {
				return setProperty(text, path, wanted);
			}
			return isRecord(found.value) && ownTransport(found.value) !== undefined
				? setProperty(text, path, renewed(found.value, wanted, server))
				: refuse(FOREIGN);
		},
		remove(text, keep) {
			const path = pathIn(text);
			const found = readProperty(text, path);
			if (found.kind !== 'found') {
				return found.kind === 'absent' ? { kind: 'unchanged' } : found;
			}
			return ownTransport(found.value) === undefined
				? refuse(FOREIGN)
				: removeProperty(text, path, keep === undefined ? {} : { keep });
		},
		saysNothing(text) {
			// Some clients add this line to every file that they read.
			const edit = removeProperty(text, ['$schema']);
			return saysNothing(edit.kind === 'changed' ? edit.text : text);
		},
	};
}

/** The wanted entry, with everything else that the user has put into the old one. */
function renewed(old: Entry, wanted: Entry, { transport }: McpServer): Entry {
	const other = transport === 'http' ? [...CONNECTION_FIELDS, ...ENVIRONMENT_FIELDS] : CONNECTION_FIELDS;
	const replaced = ownTransport(old) === transport ? [] : other;
	const kept = Object.entries(old).filter(([name]) => !replaced.includes(name) && !Object.hasOwn(wanted, name));
	const environments = ENVIRONMENT_FIELDS.flatMap(name =>
		isRecord(old[name]) && isRecord(wanted[name]) ? [[name, { ...old[name], ...wanted[name] }] as const] : [],
	);
	return { ...wanted, ...Object.fromEntries(kept), ...Object.fromEntries(environments) };
}

/** `command`, `args` and, if needed, `env`: what most clients have in common. */
export function commandEntry(server: Extract<McpServer, { transport: 'stdio' }>): Entry {
	const { command, args, env } = server;
	return { command, args, ...(Object.keys(env).length > 0 && { env }) };
}
