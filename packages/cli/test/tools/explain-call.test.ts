import { mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Rule } from '@hawser/core/policy/rule.ts';
import { scriptDigests } from '@hawser/link/script-digests.ts';
import { expect, test } from 'vitest';
import { explainCall, tellExplanation } from '../../src/tools/explain-call.ts';
import { findTool } from '../../src/tools/published-tools.ts';

const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hawser-explain-')));

async function explain(
	name: string,
	input: Record<string, string>,
	rules: readonly Rule[],
	{ agent = 'an agent', fromEnvironment = 0 } = {},
) {
	const tool = findTool(name);
	if (!tool) {
		throw new Error(`There is no tool ${name}.`);
	}
	const known = { rules, fromEnvironment };
	return tellExplanation(await explainCall({ tool, input, agent, folder }, known), known);
}

test('without a rule, the mode decides', async () => {
	expect(await explain('terminal_run', { command: 'npm test' }, [])).toBe(
		[
			'terminal_run runs code.',
			'In the mode "read-only" it is refused, by the mode.',
			'In the mode "ask" it asks you, by the mode.',
			'In the mode "guarded" it goes on, by the mode.',
		].join('\n'),
	);
});

test('the rule that decides is named with its number', async () => {
	const rules: readonly Rule[] = [
		{ decision: 'allow', tool: 'terminal_run', command: ['npm', 'test'] },
		{ decision: 'deny', agent: 'codex/0*' },
	];
	expect(await explain('terminal_run', { command: 'npm test' }, rules)).toContain(
		'In the mode "ask" it goes on, by rule 1: allow terminal_run, with commands that begin with: npm test.',
	);
	expect(await explain('terminal_run', { command: 'npm test' }, rules, { agent: 'codex/0.166' })).toContain(
		'is refused, by rule 2',
	);
	expect(await explain('terminal_run', { command: 'npm test > x' }, rules)).toContain(
		'In the mode "ask" it asks you, by the mode.',
	);
});

test('what is guarded asks in spite of a rule for the tool', async () => {
	const rules: readonly Rule[] = [{ decision: 'allow', tool: 'file_write' }];
	expect(await explain('file_write', { path: '.vscode/tasks.json' }, rules)).toContain(
		'only a rule with effect=guarded',
	);
	expect(await explain('file_write', { path: '.vscode/tasks.json' }, rules)).toContain(
		'In the mode "guarded" it asks you',
	);
	expect(await explain('file_write', { path: 'src/a.ts' }, rules)).toContain('In the mode "ask" it goes on, by rule 1');
});

test('a rule for a script says so when the script has changed', async () => {
	const write = (text: string) =>
		writeFileSync(join(folder, 'package.json'), JSON.stringify({ scripts: { test: text } }));
	write('vitest');
	const [digest = ''] = await scriptDigests('npm test', { cwd: folder, folder });
	const rules: readonly Rule[] = [{ decision: 'allow', command: ['npm', 'test'], digest }];
	expect(await explain('terminal_run', { command: 'npm test' }, rules)).toContain('"ask" it goes on, by rule 1');
	write('curl evil');
	expect(await explain('terminal_run', { command: 'npm test' }, rules)).toContain('"ask" it asks you, by the mode');
});

const NPM_TEST: readonly Rule[] = [{ decision: 'allow', command: ['npm', 'test'] }];

test.each([
	['the folder is chosen', { cwd: 'sub' }, 'asks you, by the mode'],
	['the terminal is chosen', { terminal: 'x' }, 'asks you, by the mode'],
	['variables are set', { env: '{"PATH":"/tmp"}' }, 'asks you, by the mode'],
	['variables are set in another form', { env: 'PATH=/tmp' }, 'asks you, by the mode'],
	['no variable is set', { env: '{}' }, 'goes on, by rule 1'],
])('a rule about a command, where %s', async (_, more, expected) => {
	expect(await explain('terminal_run', { command: 'npm test', ...more }, NPM_TEST)).toContain(`"ask" it ${expected}`);
});

test('what is typed into a running program is no command that a rule allows', async () => {
	expect(await explain('terminal_send', { text: 'npm test' }, NPM_TEST)).toContain('"ask" it asks you, by the mode');
	const rules: readonly Rule[] = [{ decision: 'deny', command: ['rm'] }];
	expect(await explain('terminal_send', { text: 'rm -r x' }, rules)).toContain('"guarded" it is refused, by rule 1');
});

test('a command that changes the rules is guarded', async () => {
	const explained = await explain('terminal_run', { command: 'hawser rules add allow tool=x' }, [
		{ decision: 'allow' },
	]);
	expect(explained).toContain('In the mode "guarded" it asks you, by the mode.');
	expect(explained).toContain('only a rule with effect=guarded');
});

test('a rule about a path allows only what changes no other file', async () => {
	const rules: readonly Rule[] = [{ decision: 'allow', path: 'src/**' }];
	expect(await explain('file_write', { path: 'src/a.ts' }, rules)).toContain('"ask" it goes on, by rule 1');
	expect(await explain('code_format', { path: 'src/a.ts' }, rules)).toContain('"ask" it goes on, by rule 1');
	expect(await explain('file_rename', { from: 'src/a.ts', to: 'src/b.ts' }, rules)).toContain('"ask" it asks you');
});

test('rules of the environment are numbered apart from those that can be removed', async () => {
	const rules: readonly Rule[] = [{ decision: 'deny', tool: 'file_write' }, ...NPM_TEST];
	const options = { fromEnvironment: 1 };
	expect(await explain('file_write', { path: 'a' }, rules, options)).toContain('by rule 1 of HAWSER_RULES: deny');
	expect(await explain('terminal_run', { command: 'npm test' }, rules, options)).toContain('by rule 1: allow');
});
