import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { plainCommands } from '../../src/policy/plain-commands.ts';

describe('a line is proven', () => {
	test.each([
		['npm test', [['npm', 'test']]],
		["git commit -m 'a b'", [['git', 'commit', '-m', 'a b']]],
		['a && b || c; d | e', [['a'], ['b'], ['c'], ['d'], ['e']]],
		['a"b c"\'d\'e', undefined],
		['echo a"b c"\'d\'e', [['echo', 'ab cde']]],
		["echo ''", [['echo', '']]],
	])('%s', (line, commands) => {
		expect(plainCommands(line)).toEqual(commands);
	});
});

describe('a line is not proven', () => {
	test.each([
		'echo $HOME',
		'echo `id`',
		'echo "$(id)"',
		'git show > ~/.ssh/id',
		'cat < /etc/passwd',
		'ls *',
		'ls ?',
		'ls [a]',
		'echo {a,b}',
		'ls ~',
		'X=1 npm test',
		'a & b',
		'a |& b',
		'a ;; b',
		'a &&',
		'; a',
		'a\nb',
		'a\rb',
		'a\u0000b',
		'a\\ b',
		'find . -e"x"ec \\;',
		'(a)',
		'{ a; }',
		'! a',
		'if a; then b; fi',
		'time a',
		'function a',
		'a # b',
		"a 'b",
		'a "b',
		'a "!b"',
		'%1',
		'echo =ls',
		'$[ x ]',
		'echo а\u202Eb',
		'',
		'  ',
	])('%s', line => {
		expect(plainCommands(line)).toBeUndefined();
	});
});

const LINES = Number(process.env['HAWSER_COMMAND_LINES'] ?? 10_000);

/** Programs that say how they were called, and nothing else that a line could reach. */
const STAND_IN = `#!/bin/sh
printf '%s\\0' "$#" "$0" "$@" >> "$STAND_IN_LOG"
exit "$STAND_IN_STATUS"
`;

/** What bash runs for each line, in a folder that has nothing but \`./b\`, with nothing but our programs on its PATH. */
function runByBash(lines: readonly string[], status: 0 | 1): readonly (readonly (readonly string[])[])[] {
	const parent = mkdtempSync(join(tmpdir(), 'hawser-commands-'));
	const [bin, folder, log] = [join(parent, 'bin'), join(parent, 'empty'), join(parent, 'log')];
	try {
		mkdirSync(bin);
		mkdirSync(folder);
		for (const program of [join(bin, 'a'), join(bin, 'git'), join(bin, 'npm-x'), join(folder, 'b')]) {
			writeFileSync(program, STAND_IN, { mode: 0o755 });
		}
		const bash = findBash();
		const script = `while IFS= read -r -d '' line; do
			[ $STAND_IN_STATUS = 1 ] || ${bash} --norc -n -c -- "$line" 2>/dev/null || printf 'wrong\\0' >> "$STAND_IN_LOG"
			${bash} --norc -c -- "$line" >/dev/null 2>&1 </dev/null
			printf 'end\\0' >> "$STAND_IN_LOG"
		done`;
		execFileSync(bash, ['--norc', '-c', script], {
			cwd: folder,
			env: { PATH: bin, STAND_IN_LOG: log, STAND_IN_STATUS: String(status) },
			input: lines.map(line => `${line}\0`).join(''),
		});
		// No line has made, changed or removed a file.
		expect(readdirSync(folder)).toEqual(['b']);
		return readLog(readFileSync(log, 'utf8'), bin);
	} finally {
		rmSync(parent, { recursive: true, force: true });
	}
}

function findBash(): string {
	return execFileSync('bash', ['-c', 'printf %s "$BASH"'], { encoding: 'utf8' });
}

function readLog(log: string, bin: string): readonly (readonly (readonly string[])[])[] {
	const words = log.split('\0');
	const all: string[][][] = [];
	let current: string[][] = [];
	for (let at = 0; at < words.length - 1; ) {
		const word = words[at] ?? '';
		if (word === 'end') {
			all.push(current);
			current = [];
			at++;
		} else if (word === 'wrong') {
			current.push(['bash does not understand this line']);
			at++;
		} else {
			const [program = '', ...rest] = words.slice(at + 1, at + 2 + Number(word));
			current.push([program.startsWith(bin) ? program.slice(bin.length + 1) : program, ...rest]);
			at += 2 + Number(word);
		}
	}
	return all;
}

const STANDS = ['a', 'git', './b', 'npm-x'];

/** Pieces of which lines are made that a shell reads in unexpected ways. */
const PIECE = fc.oneof(
	{ weight: 4, arbitrary: fc.constantFrom('a', 'git', './b', 'npm-x', ' a ', ' git ') },
	{ weight: 3, arbitrary: fc.constantFrom(' ', '  ', ' && ', ' || ', ';', ' | ', '|', '&&') },
	{
		weight: 3,
		arbitrary: fc.constantFrom(
			"'x y'",
			'"x y"',
			"''",
			'""',
			"'$x'",
			'"a;b"',
			"'&&'",
			'x=1',
			'--y=z',
			'%1',
			'=a',
			'if',
			'time',
		),
	},
	{
		weight: 1,
		arbitrary: fc.constantFrom(
			'$x',
			'`a`',
			'$(a)',
			'\\',
			'\\ ',
			'>f',
			'<',
			'*',
			'~',
			'{a,b}',
			'(',
			')',
			'!',
			'#',
			'\n',
			'&',
			'"$a"',
			'"',
			"'",
		),
	},
	{ weight: 1, arbitrary: fc.string({ maxLength: 3 }).map(text => text.replaceAll('\0', '')) },
);

test('bash runs nothing else than what a proven line says', () => {
	const lines = fc.sample(
		fc.array(PIECE, { minLength: 1, maxLength: 9 }).map(pieces => pieces.join('')),
		LINES,
	);
	// By `.` the shell itself runs what a script says; rules allow that only word for word.
	const proven = lines.filter(line => plainCommands(line)?.every(([program]) => program !== '.') === true);
	expect(proven.length).toBeGreaterThan(LINES / 20);
	for (const status of [0, 1] as const) {
		const ran = runByBash(proven, status);
		expect(ran.length).toBe(proven.length);
		for (const [index, line] of proven.entries()) {
			const said = (plainCommands(line) ?? []).map(words => JSON.stringify(words));
			const unexpected = (ran[index] ?? []).map(words => JSON.stringify(words)).filter(words => !said.includes(words));
			expect(unexpected, line).toEqual([]);
			const known = said.filter(words => STANDS.some(program => words.startsWith(`["${program}"`)));
			if (status === 0 && known.length === said.length && !line.replaceAll(/'[^']*'|"[^"]*"/g, '').includes('|')) {
				// Where each command succeeds and none is skipped, bash runs all of them, in this order.
				expect(
					(ran[index] ?? []).map(words => JSON.stringify(words)),
					line,
				).toEqual(said);
			}
		}
	}
});
