import { describe, expect, test } from 'vitest';
import { completions } from '../../src/commands/completion.ts';
import { commandHelp, programHelp } from '../../src/commands/help.ts';
import { parseArguments } from '../../src/input/arguments.ts';
import { COMMANDS, type CommandName, commandFacts } from '../../src/input/command-table.ts';
import { alignColumns, wrap } from '../../src/terminal/terminal.ts';

const names = Object.keys(COMMANDS) as CommandName[];

describe('options', () => {
	test('are read from the words after the command', () => {
		expect(parseArguments('call', ['file_read', 'path=a', '--workspace', 'x', '--timeout=5', '--json'])).toEqual({
			positionals: ['file_read', 'path=a'],
			options: {
				workspace: 'x',
				timeout: 5,
				json: true,
				params: [],
				toolsets: [],
				transport: 'auto',
				help: false,
				hooks: false,
				words: false,
				yes: false,
				remove: false,
				all: false,
				report: false,
				follow: false,
				skill: false,
				verbose: false,
				project: false,
				http: false,
				list: false,
			},
		});
	});

	test('--json before or around an object is a switch', () => {
		expect(parseArguments('call', ['t', '--json', '{"a":1}']).positionals).toEqual(['t', '{"a":1}']);
		expect(parseArguments('call', ['t', '--json={"a":1}'])).toMatchObject({
			positionals: ['t', '{"a":1}'],
			options: { json: true },
		});
	});

	test('toolsets are separated by commas', () => {
		expect(parseArguments('mcp', ['--toolsets', 'debug,git,-file']).options.toolsets).toEqual([
			'debug',
			'git',
			'-file',
		]);
	});

	test.each([
		['call', ['--jsn'], 'hawser call has no option "--jsn"; did you mean "--json"?'],
		['mcp', ['--workspce', 'x'], 'did you mean "--workspace"?'],
		['mcp', ['-x'], 'hawser mcp has no option "-x"'],
		['mcp', ['--timeout', 'soon'], '--timeout is a number of milliseconds'],
		['mcp', ['--transport', 'smoke'], '--transport is one of auto, http, files'],
		['mcp', ['--timeout', '0'], '--timeout is a number of milliseconds'],
		['mcp', ['--workspace'], '--workspace needs a value'],
		['mcp', ['--workspace='], '--workspace needs a value'],
		['mcp', ['--toolsets', 'debgu'], 'There is no toolset "debgu"; did you mean "debug"?'],
	] as const)('%s %j is refused', (command, words, message) => {
		expect(() => parseArguments(command, words)).toThrow(message);
	});
});

describe('help', () => {
	test('names every command', () => {
		for (const name of names) {
			expect(programHelp()).toContain(`  ${name} `);
		}
	});

	test.each(names)('explains every option of %s and gives an example', name => {
		const facts = commandFacts(name);
		const help = commandHelp(facts);
		for (const option of Object.keys(facts.options)) {
			expect(help).toContain(`--${option}`);
		}
		expect(help).toContain(facts.usage);
		expect(facts.examples.length).toBeGreaterThan(0);
		expect(Math.max(...facts.details.split('\n').map(line => line.length))).toBeLessThan(125);
	});
});

describe('completion', () => {
	test.each([
		[['wi'], ['windows']],
		[['call', 'file_rea'], ['file_read']],
		[['call', 'file_read', 'pa'], ['path=']],
		[['call', 'file_read', 'path=a', 'pa'], []],
		[['mcp', '--tool'], ['--toolsets']],
		[['mcp', '--toolsets', 'symb'], ['symbol']],
		[['completion', 'z'], ['zsh']],
		[['help', 'doct'], ['doctor']],
		[['nonsense', ''], []],
	])('%j', (words, expected) => {
		expect(completions(words)).toEqual(expected);
	});
});

test('columns are aligned and nothing trails', () => {
	expect(
		alignColumns(
			[
				['a', 'b', 'c'],
				['long', '', 'd'],
				['x', 'y', ''],
			],
			'  ',
		),
	).toBe('  a     b  c\n  long     d\n  x     y');
});

test('paragraphs break at spaces', () => {
	expect(wrap('one two three', '  ', 10)).toBe('  one two\n  three');
});
