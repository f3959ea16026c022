import { describe, expect, test } from 'vitest';
import { processorTime } from '../../../tests/support/growth.ts';
import { parseDatabaseUrl } from '../src/discovery/connection-url.ts';
import { discover } from '../src/discovery/discover.ts';
import { interpolate, parseEnv } from '../src/discovery/env-file.ts';
import { withoutSecrets } from '../src/engines/failure.ts';
import { gate, questionMarks } from '../src/gate/gate.ts';
import { memoryFiles } from './support/memory-files.ts';

const LARGE = 1_000_000;
const SMALL = LARGE / 16;
const MIDDLE = LARGE / 4;
/** How many linear passes over the same text a reader may cost; a quadratic one costs more on the middle text already. */
const MAX_PASSES = 40;

const repeated = (text: string, length: number) => text.repeat(Math.ceil(length / text.length));

/** Some systems count the time of a thread in steps of this many milliseconds; less is not to be told from nothing. */
const TICK = 4;

function timeOf(work: () => unknown): number {
	const before = processorTime();
	work();
	return Math.max(processorTime() - before, TICK);
}

/** What it costs here and now to look at every character and to keep a note of it. */
function onePass(text: string): number {
	return timeOf(() => {
		const notes: { at: number; char: string }[] = [];
		for (let at = 0; at < text.length; at++) {
			notes.push({ at, char: text.charAt(at).toLowerCase() });
		}
		return notes.filter(({ char }) => /\s/.test(char)).length;
	});
}

function expectLinear(read: (text: string) => unknown, worst: (length: number) => string): void {
	const small = worst(SMALL);
	// The large one last: a quadratic reader would take minutes for it.
	for (const text of [small, worst(MIDDLE), worst(LARGE)]) {
		// A linear reader that was disturbed is asked again; a quadratic one is never quick enough.
		let passes = Number.POSITIVE_INFINITY;
		for (let attempt = 0; attempt < 4 && passes >= MAX_PASSES; attempt++) {
			const one = (onePass(small) * text.length) / small.length;
			passes = Math.min(passes, timeOf(() => read(text)) / one);
		}
		expect(passes).toBeLessThan(MAX_PASSES);
	}
}

describe.each(['postgres', 'mysql'] as const)('the gate of %s', dialect => {
	test.each([
		['at signs', '@'],
		['dollars', '$'],
		['open dollar quotes', '$a'],
		['brackets', '('],
		['closing brackets', ')'],
		['points', 'a.'],
		['semicolons', '; '],
		['quotation marks', "''"],
		['open comments', '/* '],
		['dashes', '--\n'],
		['updates', 'update '],
		['numbers', '1.1'],
		['slashes', '/'],
		['letters', 'é'],
		['calls', 'f('],
		['resets', 'pg_stat_reset'],
		['explains', 'explain '],
		['with', 'with '],
	])('%s', (_name, part) => {
		expectLinear(
			sql => gate(sql, dialect).ok && questionMarks(sql, dialect),
			length => `select 1 ${repeated(part, length)}`,
		);
	});

	test.each(['explain (', 'with x as (select 1) ', 'select "pg_stat_', 'table '])('after %s', start => {
		expectLinear(
			sql => gate(sql, dialect).ok,
			length => `${start}${repeated('reset ', length)}\n"(1)`,
		);
	});
});

test.each([
	['sqlite', '@'],
	['sqlite', '$a::'],
	['sqlite', '['],
	['mssql', '@'],
	['mssql', '['],
	['mssql', 'a.'],
] as const)('the gate of %s: %s', (dialect, part) => {
	expectLinear(
		sql => gate(sql, dialect).ok,
		length => `select 1 ${repeated(part, length)}`,
	);
});

const FILES: readonly (readonly [file: string, beside: Record<string, string>, start: string, part: string])[] = [
	['.env', {}, '', "A='"],
	['.env', {}, '', 'A="\\'],
	['.env', {}, 'A=', '${A-'],
	['.env', {}, '', ' '],
	['.env', {}, 'DATABASE_URL="Server=h', '\\'],
	['.env', {}, 'DATABASE_URL=', 'a+'],
	['.env', {}, '', 'A_DB_'],
	['drizzle.config.ts', {}, '', '\n'],
	['drizzle.config.ts', {}, '', 'url: "'],
	['drizzle.config.ts', {}, '', 'url:process.env.'],
	['prisma/schema.prisma', {}, '', 'datasource x {\n'],
	['prisma/schema.prisma', {}, 'datasource x {', '\n'],
	['prisma/schema.prisma', {}, 'datasource x {', 'url = env("\n'],
	['prisma.config.ts', {}, '', 'url:'],
	['.devdbrc', {}, '[', '/*'],
	['.devdbrc', {}, '[', '"\\"'],
	['.devdbrc', {}, '[', ', '],
	['config/config.json', {}, '{', '//'],
	['settings.py', { 'manage.py': '' }, '', '\n'],
	['settings.py', { 'manage.py': '' }, '', 'DATABASES: x\n'],
	['settings.py', { 'manage.py': '' }, 'DATABASES = {', '"a": {'],
	['settings.py', { 'manage.py': '' }, "DATABASES = {'default': {'ENGINE': '", 'a'],
	['settings.py', { 'manage.py': '' }, "DATABASES = {'default': {'ENGINE': 'x.postgresql', 'NAME': env('X'", ' '],
	['config/database.yml', {}, '# ', '<%#'],
	['config/database.yml', {}, '# ', '<%='],
	['config/database.yml', {}, '# ', '<% '],
	['config/database.yml', {}, '# ', '<% %> '],
	['config/database.yml', {}, "# <%= ENV.fetch('X'", ' '],
	['config/database.yml', {}, '# <%= ', '||'],
];

test.each(FILES)('%s with %o: %j and a million characters of %j', (file, beside, start, part) => {
	expectLinear(
		text => discover(memoryFiles({ ...beside, [file]: text }), undefined).databases.length,
		length => start + repeated(part, length),
	);
});

test.each([
	['a\n', 'postgres:'],
	['%20', 'postgres://h/'],
	['?', 'sqlite:'],
	['@', 'postgres://'],
	[';', 'Server=h'],
	['[', 'postgres://['],
])('an address with a million characters of %j', (part, start) => {
	expectLinear(parseDatabaseUrl, length => start + repeated(part, length));
});

test('a message of a server with a million characters', () => {
	expectLinear(
		text => withoutSecrets(text, { engine: 'postgres', password: 'secret' }),
		length => repeated('a.', length),
	);
});

test('an image of a compose file with a million characters', () => {
	expectLinear(
		text => discover(memoryFiles({ 'compose.yaml': JSON.stringify({ services: { db: { image: text } } }) }), undefined),
		length => `${repeated(':', length)}\nx`,
	);
});

test('a long value that is named often does not fill the memory', () => {
	const env = parseEnv(`B=${repeated('b', 400_000)}\nA=${repeated('${B}', 400_000)}\n`);
	expect(env.get('A')?.length).toBeLessThan(1_000_000);
	expect(interpolate('${B}-${C:-d}', new Map([['B', 'b']]))).toBe('b-d');
});
