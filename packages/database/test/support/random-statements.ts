import type { Bait } from './hostile-statements.ts';
import { seededRandom } from './random.ts';

const QUOTES = [
	"'",
	"'",
	'"',
	'`',
	'[',
	']',
	'$$',
	'$a$',
	"E'",
	"e'",
	"N'",
	"x'",
	"_utf8'",
	"U&'",
	"''",
	'""',
	'\\',
	"\\'",
	'\\\\',
];
const COMMENTS = [
	'--',
	'-- ',
	'#',
	'/*',
	'*/',
	'/*!',
	'/**/',
	'\n',
	'\n',
	'\r',
	'\r\n',
	'\t',
	' ',
	' ',
	'/* x */',
	'-- x\n',
];
const PARTS = [
	'1',
	',',
	', ',
	'(',
	')',
	';',
	'a',
	'as a',
	'as "a"',
	'from artist',
	'where 1=1',
	'union select ',
	'@',
	'$1',
	'$x',
	'?',
	'::',
	'::int',
	'+',
	'-',
	'|',
	'.',
	'=',
	'é',
	'0x',
	'1e',
];

const DANGER = {
	postgres: [
		"pg_read_file('%SECRET%')",
		", pg_read_file('%SECRET%') ",
		'"pg_read_file"($$%SECRET%$$)',
		'; delete from victim ',
		'; delete from victim; --',
	],
	mysql: [
		"load_file('%SECRET%')",
		', load_file("%SECRET%") ',
		'`load_file`(0x2f)',
		"into outfile '%NEW%'",
		'; delete from victim ',
		'; delete from victim; -- ',
	],
	sqlite: [
		"load_extension('%SECRET%')",
		", load_extension('%SECRET%') ",
		'[load_extension](1)',
		'; delete from victim ',
		"$a('",
		'$a::b(',
		':a',
		'@a',
	],
};

/**
 * Statements of random quotation marks, comments and dangers: where the gate reads a text otherwise than the engine does,
 * one of them shows it.
 */
export function* randomStatements(
	dialect: keyof typeof DANGER,
	{ secretFile, newFile }: Bait,
	count: number,
): Generator<string> {
	const random = seededRandom(42);
	const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
	const dangers = DANGER[dialect].map(text => text.replaceAll('%SECRET%', secretFile).replaceAll('%NEW%', newFile));
	for (let index = 0; index < count; index++) {
		const length = 2 + Math.floor(random() * 9);
		const parts = Array.from({ length }, () => pick([QUOTES, QUOTES, COMMENTS, PARTS].map(kind => pick(kind))));
		parts.splice(Math.floor(random() * parts.length) + 1, 0, pick(dangers));
		yield `select ${random() < 0.5 ? '1 ' : ''}${parts.join(pick(['', '', ' ']))}`;
	}
}
