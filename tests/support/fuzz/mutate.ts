import { howOften } from '../how-often.ts';

/** A source of numbers below a limit; the same seed gives the same ones. */
export type Random = (below: number) => number;

/** Mulberry32: small, and good enough to choose with. */
export function randomOf(seed: number): Random {
	let state = seed >>> 0;
	return below => {
		state = (state + 0x6d2b79f5) >>> 0;
		let mixed = Math.imul(state ^ (state >>> 15), state | 1);
		mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
		return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * below);
	};
}

export function pick<Item>(items: readonly [Item, ...Item[]], random: Random): Item {
	return items[random(items.length)] ?? items[0];
}

const MAX_LENGTH = 60_000;

/** Texts that readers trip over: ends without beginnings, names of prototypes, numbers at the edge, halves of characters. */
const TOKENS: readonly [string, ...string[]] = [
	'',
	'"',
	"'",
	'`',
	'\\',
	'\\u',
	'{',
	'}',
	'[',
	']',
	'(',
	')',
	'<!--',
	'-->',
	'<![CDATA[',
	'<',
	'</',
	'/*',
	'*/',
	'//',
	'--',
	'#',
	'${',
	'$(',
	'$$',
	'{{',
	'<%=',
	'%>',
	':',
	'=',
	',',
	';',
	'\n',
	'\r\n',
	'\t',
	'\0',
	'\u2028',
	'\ufeff',
	'\u200b',
	'\ud800',
	'\u{1F600}',
	'\u{E0041}',
	'__proto__',
	'constructor',
	'toString',
	'null',
	'true',
	'NaN',
	'-0',
	'1e999',
	'9007199254740993',
	'&a',
	'*a',
	'<<: *a',
	'!!js/function',
	'---\n',
	'../',
	'C:\\',
	'file:///',
	'%00',
	'%',
	'..',
	'**/',
	"'; drop table x; --",
	'"""',
	"'''",
];

/** A text that is nearly one of the samples. */
export function mutate(samples: readonly [string, ...string[]], random: Random): string {
	let text = pick(samples, random);
	const times = 1 + random(6);
	for (let time = 0; time < times; time++) {
		text = mutateOnce(text, samples, random).slice(0, MAX_LENGTH);
	}
	return text;
}

function mutateOnce(text: string, samples: readonly [string, ...string[]], random: Random): string {
	const start = random(text.length + 1);
	const end = start + random(Math.min(text.length - start, 40) + 1);
	const [before, piece, after] = [text.slice(0, start), text.slice(start, end), text.slice(end)];
	switch (random(8)) {
		case 0:
			return before + after;
		case 1:
			return before + pick(TOKENS, random) + piece + after;
		case 2:
			return before + pick(TOKENS, random) + after;
		case 3:
			return before + piece.repeat(1 + random(2000)) + after;
		case 4:
			return before + pick(TOKENS, random).repeat(1 + random(2000)) + after;
		case 5:
			return before + pick(samples, random).slice(random(200));
		case 6:
			return before;
		default:
			return before + String.fromCodePoint(random(0x10ffff)) + after;
	}
}

/** Each part of the fuzz run takes its share of the time. */
export function fuzzMilliseconds(share: number): number {
	return howOften('HAWSER_FUZZ_SECONDS', 20) * 1000 * share;
}

/**
 * `HAWSER_FUZZ_SEED` plays a run again from the seed that it printed. A run whose length was asked for looks for something new;
 * that of the suite is the same every time, so that it fails by what was changed and not by luck.
 */
export function firstSeed(): number {
	const { HAWSER_FUZZ_SEED: seed, HAWSER_FUZZ_SECONDS: seconds } = process.env;
	if (seed !== undefined) {
		return Number(seed);
	}
	return seconds === undefined ? 1 : Date.now() % 2 ** 31;
}
