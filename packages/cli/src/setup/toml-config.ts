import type { Refusal } from '@hawser/agent-config/json/refusal.ts';
import { refuse } from '@hawser/agent-config/json/refusal.ts';
import { applyEdits, type TextEdit } from '@hawser/agent-config/json/text-edit.ts';
import { type ConfigEdit, type ConfigFormat, FOREIGN } from './config-format.ts';
import { type McpServer, ownTransport, SERVER_NAME } from './mcp-server.ts';
import { appended, lineBreakOf, wholeLine, withoutLines } from './text-lines.ts';
import { scanToml, TomlProblem, type TomlStatement } from './toml-scanner.ts';

/** Our own table with its lines, and nothing else of the file. */
interface OwnTable {
	header: TomlStatement;
	pairs: readonly TomlStatement[];
	/** `[mcp_servers.hawser.env]` and the like, with what is in them. */
	inner: readonly TomlStatement[];
}

/**
 * Servers as tables, such as `[mcp_servers.hawser]`. Edited by lines, so that everything else stays as it is. `settings` are written
 * beside the connection, in TOML, and are the user's from then on.
 */
export function tomlConfig(servers: readonly string[], settings: Readonly<Record<string, string>> = {}): ConfigFormat {
	const own = [...servers, SERVER_NAME];

	function find(text: string): OwnTable | undefined | Refusal {
		try {
			return ownTable(scanToml(text), own);
		} catch (cause) {
			if (cause instanceof TomlProblem) {
				return refuse(cause.message);
			}
			throw cause;
		}
	}

	return {
		read(text) {
			const table = find(text);
			if (table === undefined || 'kind' in table) {
				return table ?? { kind: 'absent' };
			}
			return { kind: transportOf(text, table) ?? 'foreign' };
		},
		add(text, server) {
			const table = find(text);
			if (table === undefined) {
				return changed(
					text,
					[appended(text, [`[${own.join('.')}]`, ...serverLines(server), ...settingLines(settings)])],
					0,
				);
			}
			if ('kind' in table) {
				return table;
			}
			return transportOf(text, table) === undefined ? refuse(FOREIGN) : renewed(text, table, server, settings);
		},
		remove(text) {
			const table = find(text);
			if (table === undefined || 'kind' in table) {
				return table ?? { kind: 'unchanged' };
			}
			return transportOf(text, table) === undefined
				? refuse(FOREIGN)
				: changed(text, [removal(text, table)], own.length);
		},
		saysNothing: text => text.replace(/^\uFEFF/, '').trim() === '',
	};
}

function ownTable(statements: readonly TomlStatement[], own: readonly string[]): OwnTable | undefined | Refusal {
	let table: { header: TomlStatement; pairs: TomlStatement[]; inner: TomlStatement[] } | undefined;
	let current: readonly string[] = [];
	for (const statement of statements) {
		const { kind, path } = statement;
		const full = kind === 'pair' ? [...current, ...path] : path;
		if (kind !== 'pair') {
			current = path;
		}
		const inside = startsWith(full, own);
		if (kind === 'table' && full.length === own.length && inside) {
			if (table !== undefined) {
				return refuse(`it has [${own.join('.')}] twice`);
			}
			table = { header: statement, pairs: [], inner: [] };
		} else if (inside && table !== undefined && startsWith(current, own)) {
			(current.length === own.length ? table.pairs : table.inner).push(statement);
		} else if (inside || (kind !== 'table' && startsWith(own, full))) {
			// `hawser = { … }`, dotted keys, or `mcp_servers = { … }`: right, but not what we know how to edit.
			return refuse(`"${full.join('.')}" in it is not written as a table of its own`);
		}
	}
	return table;
}

function startsWith(path: readonly string[], beginning: readonly string[]): boolean {
	return beginning.every((name, index) => path[index] === name);
}

function transportOf(text: string, { pairs }: OwnTable): McpServer['transport'] | undefined {
	const words = pairs.flatMap(({ start, end }) => {
		const found = text.slice(start, end).matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'/g);
		return [...found].map(([, basic, literal]) => (basic ?? literal ?? '').replaceAll('\\\\', '\\'));
	});
	return ownTransport(words);
}

function serverLines(server: McpServer): string[] {
	if (server.transport === 'http') {
		return [`url = ${JSON.stringify(server.url)}`, `http_headers = ${inlineTable(server.headers)}`];
	}
	const { command, args, env } = server;
	return [
		`command = ${JSON.stringify(command)}`,
		`args = [${args.map(word => JSON.stringify(word)).join(', ')}]`,
		...(Object.keys(env).length > 0 ? [`env = ${inlineTable(env)}`] : []),
	];
}

function settingLines(settings: Readonly<Record<string, string>>): string[] {
	return Object.entries(settings).map(([name, value]) => `${name} = ${value}`);
}

/** The strings of JSON are strings of TOML too. */
function inlineTable(entries: Readonly<Record<string, string>>): string {
	return `{ ${Object.entries(entries)
		.map(([name, value]) => `${/^[\w-]+$/.test(name) ? name : JSON.stringify(name)} = ${JSON.stringify(value)}`)
		.join(', ')} }`;
}

const CONNECTION_KEYS = ['command', 'args', 'env', 'url', 'http_headers', 'bearer_token_env_var'];

/** Replaces the lines that say how to connect; those that the user added, such as time limits, stay. */
function renewed(
	text: string,
	table: OwnTable,
	server: McpServer,
	settings: Readonly<Record<string, string>>,
): ConfigEdit {
	const lines = serverLines(server);
	const missing = Object.entries(settings).filter(([key]) => !table.pairs.some(({ path: [name] }) => name === key));
	const old = table.pairs.filter(({ path: [name = ''] }) => CONNECTION_KEYS.includes(name));
	const same =
		old.length === lines.length &&
		old.every(({ start, end }) => lines.some(line => squeeze(line) === squeeze(text.slice(start, end))));
	if (same) {
		return { kind: 'unchanged' };
	}
	if (table.inner.some(({ kind, path }) => kind === 'table' && ['env', 'http_headers'].includes(path.at(-1) ?? ''))) {
		return refuse(`"${table.header.path.join('.')}" in it has tables of its own that would have to change`);
	}
	const [first, ...rest] = old;
	if (first === undefined) {
		return refuse(FOREIGN);
	}
	const edits: TextEdit[] = [
		{
			offset: first.start,
			length: first.end - first.start,
			text: [...lines, ...settingLines(Object.fromEntries(missing))].join(lineBreakOf(text)),
		},
		...rest.map(({ start, end }) => wholeLine(text, start, end)),
	];
	return changed(text, edits, table.header.path.length);
}

function squeeze(line: string): string {
	return line.replaceAll(/\s+/g, '');
}

/** Removes the table from its header to the last line that belongs to it. */
function removal(text: string, { header, pairs, inner }: OwnTable): TextEdit {
	return withoutLines(text, header.start, Math.max(header.end, ...[...pairs, ...inner].map(({ end }) => end)));
}

/** Reads the result again before anybody writes it. */
function changed(text: string, edits: readonly TextEdit[], present: number): ConfigEdit {
	const edited = applyEdits(text, edits);
	try {
		scanToml(edited);
	} catch {
		return refuse('it is laid out in a way that cannot be edited safely');
	}
	return { kind: 'changed', text: edited, edits, present };
}
