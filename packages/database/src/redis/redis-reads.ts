import { ToolError } from '@hawser/core/errors/tool-error.ts';
import { CellWriter } from '../engines/cells.ts';
import type { Rows } from '../engines/engine.ts';
import type { ReadLimits } from '../stores/store.ts';
import type { Call } from './redis-connection.ts';
import { listOf, rowsOf, textOf } from './reply-rows.ts';
import type { Reply } from './resp.ts';

/** Elements that a command without a limit of its own may give: the server answers nobody else while it collects them. */
const MAX_ELEMENTS = 50_000;

/** How large a key is, by the command that would give all of it. */
const SIZE_OF: Readonly<Record<string, string>> = {
	hgetall: 'HLEN',
	hkeys: 'HLEN',
	hvals: 'HLEN',
	smembers: 'SCARD',
	sinter: 'SCARD',
	sunion: 'SCARD',
	sdiff: 'SCARD',
	lrange: 'LLEN',
	zrange: 'ZCARD',
	zrevrange: 'ZCARD',
	zrangebyscore: 'ZCARD',
	zrevrangebyscore: 'ZCARD',
	zrangebylex: 'ZCARD',
	zrevrangebylex: 'ZCARD',
	geosearch: 'ZCARD',
	georadius_ro: 'ZCARD',
	georadiusbymember_ro: 'ZCARD',
	xrange: 'XLEN',
	xrevrange: 'XLEN',
};
/** Commands whose arguments after the first are further keys. */
const SEVERAL_KEYS = new Set(['sinter', 'sunion', 'sdiff']);
const PAGED: Readonly<Record<string, string>> = {
	HLEN: 'HSCAN key 0',
	SCARD: 'SSCAN key 0',
	LLEN: 'LRANGE key 0 999',
	ZCARD: 'ZRANGE key 0 999, or LIMIT',
	XLEN: 'XRANGE key - + COUNT 1000',
};
/** The place of the cursor in commands that go on where the last answer ended. */
const CURSOR_AT: Readonly<Record<string, number>> = { scan: 1, hscan: 2, sscan: 2, zscan: 2 };

/** Runs one command and gives its answer as rows. */
export async function readRows(call: Call, words: readonly string[], limits: ReadLimits): Promise<Rows> {
	const { limit, longestCell } = limits;
	const command = words[0]?.toLowerCase() ?? '';
	const asked = command === 'keys' ? ['SCAN', '0', 'MATCH', words[1] ?? '*', 'COUNT', '1000'] : words;
	const cursorAt = CURSOR_AT[asked[0]?.toLowerCase() ?? ''];
	const writer = new CellWriter(longestCell);
	if (cursorAt !== undefined && asked.length > cursorAt) {
		const { items, more } = await followCursor(call, asked, cursorAt, limit);
		const shown = rowsOf(items, asked, limit, writer);
		return { ...shown, more: more || shown.more, cutCells: writer.cut, changedRows: 0 };
	}
	await requireBounded(call, command, words.slice(1));
	return { ...rowsOf(await call(...words), words, limit, writer), cutCells: writer.cut, changedRows: 0 };
}

/** SCAN and its relatives give a few elements per answer: asked until there are enough or no more. */
async function followCursor(call: Call, words: readonly string[], cursorAt: number, limit: number) {
	const command = words[0]?.toLowerCase();
	const inPairs = command === 'hscan' || command === 'zscan';
	const wanted = (limit + 1) * (inPairs ? 2 : 1);
	const items: Reply[] = [];
	const seen = new Set<string>();
	let cursor = words[cursorAt] ?? '0';
	do {
		const [next, found] = listOf(await call(...words.slice(0, cursorAt), cursor, ...words.slice(cursorAt + 1)));
		for (const item of listOf(found)) {
			// An element may come twice while the server moves it.
			const key = Buffer.isBuffer(item) ? item.toString('latin1') : textOf(item);
			if (inPairs || !seen.has(key)) {
				seen.add(inPairs ? '' : key);
				items.push(item);
			}
		}
		cursor = textOf(next);
	} while (cursor !== '0' && items.length < wanted);
	return { items, more: cursor !== '0' };
}

async function requireBounded(call: Call, command: string, rest: readonly string[]): Promise<void> {
	const sizeOf = Object.hasOwn(SIZE_OF, command) ? SIZE_OF[command] : undefined;
	if (sizeOf === undefined || saysHowMany(rest)) {
		return;
	}
	for (const key of SEVERAL_KEYS.has(command) ? rest : rest.slice(0, 1)) {
		const size = Number(await call(sizeOf, key));
		if (size > MAX_ELEMENTS) {
			throw new ToolError('E_QUERY_REFUSED', `${key} has ${size} elements, too many for ${command.toUpperCase()}.`, {
				hint: `Read a part of it: ${PAGED[sizeOf] ?? ''}, with limit.`,
			});
		}
	}
}

/** `LRANGE key 0 99`, or a LIMIT or COUNT of its own. */
function saysHowMany([, first = '', last = '', ...options]: readonly string[]): boolean {
	const limit = options.findIndex(word => /^(?:limit|count)$/i.test(word));
	const given =
		limit === -1
			? undefined
			: options.slice(limit + 1).find((_, index) => index === (/^limit$/i.test(options[limit] ?? '') ? 1 : 0));
	if (given !== undefined) {
		return Number(given) >= 0 && Number(given) <= MAX_ELEMENTS;
	}
	return /^\d{1,9}$/.test(first) && /^\d{1,9}$/.test(last) && Number(last) - Number(first) < MAX_ELEMENTS;
}
