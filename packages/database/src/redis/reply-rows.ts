import type { Cell } from '@hawser/core/ports/database.ts';
import { binary, type CellWriter } from '../engines/cells.ts';
import type { Rows } from '../engines/engine.ts';
import { type Reply, ReplyError } from './resp.ts';

const PAIRS: Readonly<Record<string, readonly [string, string]>> = {
	hgetall: ['field', 'value'],
	hscan: ['field', 'value'],
	zscan: ['member', 'score'],
};
const WITH_SCORES = new Set([
	'zrange',
	'zrevrange',
	'zrangebyscore',
	'zrevrangebyscore',
	'zrandmember',
	'zdiff',
	'zinter',
	'zunion',
]);

/** An answer as columns and rows: a list is a row per element, pairs are two columns, everything else is one value. */
export function rowsOf(
	reply: Reply,
	words: readonly string[],
	limit: number,
	writer: CellWriter,
): Pick<Rows, 'columns' | 'rows' | 'more'> {
	const command = words[0]?.toLowerCase() ?? '';
	if (command === 'info' && Buffer.isBuffer(reply)) {
		const lines = reply.toString().split('\r\n');
		const facts = lines.filter(line => line !== '' && !line.startsWith('#'));
		const rows = facts.slice(0, limit).map(line => {
			const colon = line.indexOf(':');
			return [writer.text(line.slice(0, colon)), writer.text(line.slice(colon + 1))];
		});
		return { columns: ['name', 'value'], rows, more: facts.length > limit };
	}
	if (!isList(reply)) {
		return { columns: ['value'], rows: [[cellOf(reply, writer)]], more: false };
	}
	const pair = pairOf(command, words);
	const groups = pair ? inPairs(reply) : reply.map(item => [item]);
	const rows: Cell[][] = [];
	for (const group of groups.slice(0, limit)) {
		if (writer.isFull) {
			break;
		}
		rows.push(group.map(item => cellOf(item, writer)));
	}
	return { columns: pair ?? [columnOf(command)], rows, more: rows.length < groups.length };
}

function pairOf(command: string, words: readonly string[]): readonly [string, string] | undefined {
	const flags = words.map(word => word.toLowerCase());
	if (WITH_SCORES.has(command) && flags.includes('withscores')) {
		return ['member', 'score'];
	}
	if (command === 'hrandfield' && flags.includes('withvalues')) {
		return ['field', 'value'];
	}
	return Object.hasOwn(PAIRS, command) ? PAIRS[command] : undefined;
}

function columnOf(command: string): string {
	return command === 'keys' || command === 'scan' ? 'key' : command === 'hkeys' ? 'field' : 'value';
}

function inPairs(items: readonly Reply[]): readonly (readonly Reply[])[] {
	return items.flatMap((item, index) => (index % 2 === 0 ? [[item, items[index + 1] ?? null]] : []));
}

export function cellOf(reply: Reply, writer: CellWriter): Cell {
	if (Buffer.isBuffer(reply)) {
		const text = utf8(reply);
		return text === undefined ? binary(reply) : writer.text(text);
	}
	if (typeof reply === 'string') {
		return writer.text(reply);
	}
	return reply === null || typeof reply === 'number' ? reply : writer.text(JSON.stringify(plain(reply)));
}

function plain(reply: Reply): unknown {
	if (Buffer.isBuffer(reply)) {
		return utf8(reply) ?? binary(reply);
	}
	if (typeof reply === 'bigint') {
		return String(reply);
	}
	if (reply instanceof ReplyError) {
		return { error: reply.message };
	}
	return isList(reply) ? reply.map(plain) : reply;
}

const STRICT = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** Text, where the bytes are text. */
export function utf8(bytes: Uint8Array): string | undefined {
	try {
		return STRICT.decode(bytes);
	} catch {
		return undefined;
	}
}

/** Text of an element that is expected to be one. */
export function textOf(reply: Reply | undefined): string {
	return Buffer.isBuffer(reply) ? reply.toString() : typeof reply === 'string' ? reply : String(reply ?? '');
}

function isList(reply: Reply | undefined): reply is readonly Reply[] {
	return Array.isArray(reply);
}

export function listOf(reply: Reply | undefined): readonly Reply[] {
	return isList(reply) ? reply : [];
}
