import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../node/test/temporary-folder.ts';
import { interpreterOf, launcherScript, quote, readMark } from '../../../src/editor/terminals/launcher.ts';
import { TerminalText } from '../../../src/editor/terminals/terminal-text.ts';

let folder = '';
beforeEach(() => {
	folder = temporaryFolder();
});

function launch(command: string, env: Record<string, string> = {}): { output: string; marks: unknown[]; seen: string } {
	const output = join(folder, "the user's output");
	const script = join(folder, 'script');
	writeFileSync(output, '');
	const interpreter = interpreterOf('/bin/sh');
	writeFileSync(script, launcherScript({ interpreter, command, cwd: folder, env, output, nonce: 'n1' }));
	const { stdout } = spawnSync('sh', [script], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] });
	const marks: unknown[] = [];
	const text = new TerminalText(payload => marks.push(readMark(payload, 'n1')));
	text.push(readFileSync(output, 'utf8'));
	return { output: text.text, marks, seen: stdout };
}

test('the output goes to the file and to the user, who sees the command first', () => {
	const { output, marks, seen } = launch('echo out; echo err >&2; exit 3');
	expect(output).toBe('out\nerr\n');
	expect(marks).toEqual([
		{ kind: 'start', pid: expect.any(Number) as number },
		{ kind: 'end', exitCode: 3 },
	]);
	expect(seen).toContain('echo out; echo err >&2; exit 3');
	expect(seen).toContain('out\nerr\n');
});

test('the command runs in its folder with its environment', () => {
	expect(launch('pwd -P; echo "$A|$B"', { A: "it's", B: '$(id) "\n' }).output).toBe(
		`${spawnSync('pwd', ['-P'], { cwd: folder, encoding: 'utf8' }).stdout}it's|$(id) "\n\n`,
	);
});

test('a program cannot pretend that it has ended', () => {
	const { marks } = launch("printf '\\033]6973;other;end;0\\007'; exit 4");
	expect(marks.filter(Boolean)).toHaveLength(2);
	expect(marks.at(-1)).toEqual({ kind: 'end', exitCode: 4 });
});

test('a quoted word stays one word, whatever is in it', () => {
	fc.assert(
		fc.property(fc.string({ unit: 'grapheme' }), text => {
			const word = text.replaceAll('\0', '').toWellFormed();
			const { stdout } = spawnSync('sh', ['-c', `printf %s ${quote(word)}`], { encoding: 'utf8' });
			expect(stdout).toBe(word);
		}),
		{ numRuns: 50 },
	);
});
