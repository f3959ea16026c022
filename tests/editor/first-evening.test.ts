import { execFile } from 'node:child_process';
import {
	chmodSync,
	existsSync,
	mkdirSync,
	mkdtempSync,
	readdirSync,
	readFileSync,
	realpathSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Editor } from '@hawser/headless/editor.ts';
import { launchEditor } from '@hawser/headless/launch.ts';
import type { EditorWindow } from '@hawser/headless/window.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ARTEFACTS } from '../../scripts/build/artefacts.ts';
import { waitForWindow } from '../../scripts/start/wait-for-window.ts';
import { eventually } from '../support/eventually.ts';
import { folderSnapshot } from '../support/folder-snapshot.ts';
import { makeHarbour } from '../support/harbour-project.ts';
import { installedCli } from '../support/installed-cli.ts';
import { answerQuestion } from '../support/questions.ts';

/**
 * The first evening of a user, from the packed extension and the packed command to the last trace: an own project, everyday things,
 * mistakes, setup and back, uninstall. What is in the home afterwards is what was in it before.
 */

/** Files that the user has in the home already, with their permissions. */
const OWN_FILES: Readonly<Record<string, readonly [text: string, mode: number]>> = {
	'.claude.json': ['{\n  "numStartups": 12,\n  "projects": {}\n}', 0o600],
	'.codex/config.toml': ['# by hand\nmodel = "o3"      # the slow one\n\n[tui]\ntheme = "dark"', 0o644],
	'.gemini/settings.json': [
		'{\n\t// dark, of course\n\t"theme": "GitHub",\n\t"mcpServers": { "weather": { "command": "true" } },\n}\n',
		0o640,
	],
	'.cursor/mcp.json': ['{\r\n  "mcpServers": {}\r\n}\r\n', 0o600],
	'notes/todo.md': ['- try Hawser\n', 0o644],
};
/** Files of the project that this evening changes on purpose. */
const CHANGED = /^(lib\/(tide|berth)\.ts|\.hawser(\/.*)?|\.git(\/(?!info\/|config$).*)?)$/;

const outside = realpathSync(tmpdir());
// Short, because sockets of the editor lie below it and their paths have a limit.
const parent = mkdtempSync(path.join(outside, 'he-'));
const [home, bin, project, elsewhere] = ['home', 'bin', 'harbour', 'elsewhere'].map(name =>
	path.join(parent, name),
) as [string, string, string, string];
const temporary = mkdtempSync(path.join(outside, 'ht-'));
/** The folder in which the editor keeps its own files. */
const editorState = path.join(parent, 'editor');
const hawserHome = path.join(home, '.hawser');

let editor: Editor;
let window: EditorWindow;
let before: { home: readonly string[]; project: readonly string[] };

const TAKEN_OUT = [/Codex: taken out/, /Gemini CLI: taken out/, /Cursor: taken out/];

const projectFiles = () => folderSnapshot(project, file => !CHANGED.test(file));

beforeAll(async () => {
	const cli = installedCli();
	for (const folder of [home, bin, project, elsewhere]) {
		mkdirSync(folder);
	}
	for (const [file, [text, mode]] of Object.entries(OWN_FILES)) {
		mkdirSync(path.dirname(path.join(home, file)), { recursive: true });
		writeFileSync(path.join(home, file), text);
		chmodSync(path.join(home, file), mode);
	}
	makeHarbour(project);
	// As npm install -g puts it on the PATH.
	writeFileSync(path.join(bin, 'hawser'), `#!/bin/sh\nexec '${process.execPath}' '${cli}' "$@"\n`, { mode: 0o755 });
	before = { home: folderSnapshot(home), project: projectFiles() };
	process.env['TMPDIR'] = temporary;
	editor = await launchEditor({
		vsix: [ARTEFACTS.vsix],
		// What the editor itself keeps is not what this is about.
		env: {
			HOME: home,
			XDG_CACHE_HOME: path.join(editorState, 'cache'),
			XDG_CONFIG_HOME: path.join(editorState, 'config'),
			XDG_DATA_HOME: path.join(editorState, 'data'),
		},
	});
	window = await editor.openWindow(project);
	await waitForWindow(hawserHome, project);
});

afterAll(async () => {
	await editor.stop();
	process.env['TMPDIR'] = outside;
	for (const folder of [parent, temporary]) {
		rmSync(folder, { recursive: true, force: true });
	}
});

interface Said {
	code: number | null;
	stdout: string;
	stderr: string;
}

/** Types it into a shell, with nobody at the keyboard. */
function type(command: string, cwd = project): Promise<Said> {
	const env = {
		...process.env,
		HOME: home,
		USERPROFILE: home,
		PATH: `${bin}:${process.env['PATH'] ?? ''}`,
		HAWSER_HOME: undefined,
	};
	return new Promise(resolve => {
		const child = execFile('sh', ['-c', command], { cwd, env }, (_error, stdout, stderr) =>
			resolve({ code: child.exitCode, stdout, stderr }),
		);
		child.stdin?.end();
	});
}

/** It works, and says this. */
async function expectSaid(
	command: string,
	said: readonly (string | RegExp)[],
	{ cwd = project, code = 0 } = {},
): Promise<void> {
	const answer = await type(command, cwd);
	expect(answer, answer.stdout).toMatchObject({ code, stderr: '' });
	for (const text of said) {
		expect(answer.stdout).toMatch(text);
	}
}

/** It is refused with this exit code and error, which tells the next step. */
async function expectRefused(
	command: string,
	code: number,
	said: readonly (string | RegExp)[],
	cwd = project,
): Promise<void> {
	const answer = await type(command, cwd);
	expect(answer).toMatchObject({ code, stdout: '' });
	for (const text of said) {
		expect(answer.stderr).toMatch(text);
	}
}

describe('everyday things', () => {
	test('the user asks which windows are there', () =>
		expectSaid('hawser windows', ['→', project, '→ answers for this folder.']));

	test('the user asks whether all is well', () => expectSaid('hawser doctor', ['All is well.']));

	test('the user asks what is wrong in the project', async () => {
		const wrong = [/lib\/tide\.ts/, /'string' is not assignable to type 'number'/];
		await expectSaid('hawser call diagnostic_list', wrong);
		await expectSaid('hawser call diagnostic_list path=.', wrong);
	});

	test('the user reads a file from a sub-folder', () =>
		expectSaid('hawser call file_read path=tide.ts', ['Metres above chart datum'], { cwd: path.join(project, 'lib') }));

	test('the user asks who uses a function', () =>
		expectSaid('hawser call symbol_references path=lib/tide.ts symbol=tideAt', [/lib\/berth\.ts/]));

	test('the user edits a file, and sees that the problem is gone', async () => {
		const edits = JSON.stringify([{ oldText: "springTide: number = 'high'", newText: 'springTide: number = 3' }]);
		await expectSaid(`hawser call file_edit path=lib/tide.ts edits='${edits.replaceAll("'", String.raw`'\''`)}'`, [
			/^Edited line/m,
		]);
		expect(readFileSync(path.join(project, 'lib/tide.ts'), 'utf8')).toContain('springTide: number = 3;');
		await expectSaid('hawser call diagnostic_list path=lib', ['No problems in ']);
	});

	test('the user searches', () =>
		expectSaid('hawser call text_search query=draught include=lib', [/lib\/draught\.mjs/]));

	test('the user asks what has changed', async () => {
		await expectSaid('hawser call git_status', [/lib\/tide\.ts/]);
		await expectSaid('hawser call git_diff', [/^-.*'high'/m, /^\+.*= 3;/m]);
	});

	test('the user runs the failing test, and the command ends as it does', () =>
		expectSaid(
			"hawser call terminal_run command='node --test test/*.mjs'",
			[/a hand of water is too little/, /exit code 1/],
			{ code: 1 },
		));

	test('the user runs a task', () => expectSaid('hawser call task_run name=tell', ['ships: 2']));

	test('the user asks the database', async () => {
		await expectSaid('hawser call database_tables', [/ships/]);
		await expectSaid("hawser call database_query query='SELECT name FROM ships WHERE draught > ?' params='[4]'", [
			/Berta/,
		]);
	});

	test('the user renames a function everywhere', async () => {
		await expectSaid('hawser call symbol_rename path=lib/tide.ts symbol=tideAt newName=waterAt', [/berth\.ts/]);
		expect(readFileSync(path.join(project, 'lib/berth.ts'), 'utf8')).toContain('charted + waterAt(hour)');
	});

	test('the user debugs the failing test, and sees the assertion', async () => {
		const config = { type: 'node', request: 'launch', program: '${workspaceFolder}/test/draught.test.mjs' };
		const { stdout } = await type(`hawser call debug_start config='${JSON.stringify(config)}'`);
		expect(stdout).toContain('Expected values to be strictly equal');
		expect(stdout).toMatch(/exit code 1/);
	});

	test('the user stops at a line of the test', async () => {
		await expectSaid('hawser call breakpoint_set path=lib/draught.mjs line=3', [/lib\/draught\.mjs/]);
		await expectSaid('hawser call debug_start path=test/draught.test.mjs', [/draught\.mjs:3/, /under/]);
		await expectSaid('hawser call debug_stop', []);
		await expectSaid('hawser call breakpoint_clear_project', []);
	});

	test('the user looks at a setting', () => expectSaid('hawser call setting_get key=editor.tabSize', [/4/]));

	test('the user makes a tool for the project, and allows it', async () => {
		await expectSaid('hawser tools new water-count', [/\.hawser\/tools\/water-count\.mjs/]);
		await expectSaid('hawser tools check', []);
		await eventually(async () => expect((await type('hawser tools')).stdout).toContain('custom_water_count'));
		const called = type('hawser call custom_water_count path=lib/tide.ts text=waterAt');
		await answerQuestion(window, 'custom_water_count', 'Allow them as they are now');
		expect(await called).toMatchObject({ code: 0, stdout: expect.stringContaining('1') as string, stderr: '' });
	});
});

describe('mistakes', () => {
	test('a misspelt tool is answered with the nearest', () =>
		expectRefused('hawser call file_raed path=lib/tide.ts', 2, [/E_UNKNOWN_TOOL/, /did you mean "file_read"/]));

	test('a misspelt command is answered with the nearest', () =>
		expectRefused('hawser windws', 2, [/did you mean "hawser windows"/]));

	test('a misspelt argument is answered with the nearest', () =>
		expectRefused('hawser call file_read pth=lib/tide.ts', 2, [/E_INVALID_PARAMS/, /did you mean "path"/]));

	test('a path that is wrong is told', async () => {
		await expectRefused('hawser call file_read path=lib/tied.ts', 3, [/E_FILE_NOT_FOUND/, /lib\/tide\.ts/]);
		await expectRefused(
			'hawser call file_read path=berth.ts',
			3,
			[/E_FILE_NOT_FOUND/, /lib\/berth\.ts/],
			path.join(project, 'test'),
		);
	});

	test('a folder that no window has open is told', () =>
		expectRefused('hawser call git_status', 4, [/E_NO_WINDOW/, project, /Open the folder in VS Code/], elsewhere));

	test('an edit whose old text is not there is told', () =>
		expectRefused(
			`hawser call file_edit path=lib/draught.mjs edits='[{"oldText":"const undr = depth - draught","newText":"x"}]'`,
			3,
			[/E_EDIT_NOT_MATCHED/, /const under = depth - draught/],
		));

	test('an uninstallation with a window open is told', () =>
		expectRefused('hawser uninstall --yes', 3, [/E_WINDOWS_OPEN/, project, /Close them/]));
});

describe('setup, and back', () => {
	// The window is open, and Claude Code and Codex find it by files in folders of their own.
	const isOfWindow = (file: string) => /^\.(?:hawser|claude(?:\/|$)|codex\/ipc(?:\/|$))/.test(file);
	const clients = () => folderSnapshot(home, file => !isOfWindow(file));
	const ownFiles = () => before.home.filter(line => !line.startsWith('.hawser'));

	test('writes what it shows, and takes it back byte for byte', async () => {
		await expectSaid('hawser setup --list', [/codex +installed/]);
		await expectSaid('hawser setup --yes', [
			/Codex: written/,
			/Gemini CLI: written/,
			/Cursor: written/,
			/Claude Code: written/,
		]);
		expect(clients()).not.toEqual(ownFiles());
		await expectSaid('hawser setup --remove --yes', TAKEN_OUT);
		expect(clients()).toEqual(ownFiles());
	});
});

const expectAsBefore = () => {
	expect(folderSnapshot(home)).toEqual(before.home);
	expect(projectFiles()).toEqual(before.project);
};

test('nothing of Hawser is left after uninstalling, and everything of the user is as it was', async () => {
	await expectSaid('hawser setup --yes', [/Codex: written/]);
	expect(existsSync(path.join(project, '.mcp.json'))).toBe(true);
	expect(readFileSync(path.join(project, '.git/info/exclude'), 'utf8')).toContain('/.mcp.json');
	await window.close();
	await expectSaid('hawser uninstall', [/Codex: nothing written/, `${hawserHome}: would be removed`]);
	await expectSaid('hawser uninstall --yes', [...TAKEN_OUT, `${hawserHome}: removed`]);
	expectAsBefore();
});

test('nothing is left either after the editor was killed, with the command that the extension brings', async () => {
	await editor.openWindow(project);
	await waitForWindow(hawserHome, project);
	await eventually(() => expect(existsSync(path.join(project, '.mcp.json'))).toBe(true));
	// Were this the second attempt, the entries of the first would be there.
	await type('hawser setup --remove --yes');
	await expectSaid('hawser setup --yes', [/Codex: written/]);
	await expectSaid("hawser call terminal_run command='echo ahoy'", ['ahoy']);
	const running = await editor.processes();
	// Stopped first: an extension host that sees its server die would still say goodbye.
	for (const signal of ['SIGSTOP', 'SIGKILL'] as const) {
		for (const { pid } of running) {
			try {
				process.kill(pid, signal);
			} catch {
				// It ended with the one before.
			}
		}
	}
	await eventually(async () => expect(await editor.processes()).toEqual([]));
	expect(existsSync(path.join(project, '.mcp.json'))).toBe(true);
	await expectSaid('~/.hawser/bin/hawser uninstall --yes', [
		...TAKEN_OUT,
		`${path.join(project, '.mcp.json')}: the entry mcpServers.hawser taken out`,
		`${path.join(project, '.git/info/exclude')}: the line /.mcp.json taken out`,
		`${hawserHome}: removed`,
	]);
	expectAsBefore();
});

test('the editor has left nothing in the temporary folder', async () => {
	await editor.stop();
	expect(readdirSync(temporary)).toEqual([]);
});
