import { expect, test } from 'vitest';
import { callFacts } from '../../src/policy/call-facts.ts';
import { terminalRun } from '../../src/tools/terminal/terminal-run.ts';
import { terminalSend } from '../../src/tools/terminal/terminal-send.ts';

test.each([
	[{}, false],
	[{ env: {} }, false],
	[{ env: { CI: '1' } }, true],
	[{ terminal: 'x' }, true],
	[{ cwd: 'sub' }, true],
])('a command with %j has surroundings of its own: %s', (more, ownSurroundings) => {
	expect(callFacts(terminalRun, { command: 'npm test', ...more }).command).toEqual({
		line: 'npm test',
		ordinaryShell: true,
		ownSurroundings,
	});
});

test('what is typed into a running program has surroundings of its own', () => {
	expect(callFacts(terminalSend, { text: 'npm test' }).command).toMatchObject({ ownSurroundings: true });
});

test('files are named by arguments, by lists of changes, and by cells of notebooks', () => {
	const input = { path: 'a.ts', more: ['b.ts'], edits: [{ path: 'c.ts' }], cell: 'd.ipynb#cell3' };
	expect(callFacts({ pathArguments: ['path', 'more', 'cell'], changesOnlyNamedFiles: true }, input)).toEqual({
		paths: ['a.ts', 'b.ts', 'd.ipynb', 'c.ts'],
		onlyThesePaths: true,
	});
});
