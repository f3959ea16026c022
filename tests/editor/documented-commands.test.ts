import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { toolsets } from '@hawser/core/all-toolsets.ts';
import { beforeAll, expect, test } from 'vitest';
import { shellCall } from '../../packages/cli/src/input/shell-call.ts';
import { ROOT } from '../../scripts/build/artefacts.ts';
import { documentedCommands } from '../support/documented-commands.ts';
import { completeShop } from '../support/example-project.ts';
import { installedCli } from '../support/installed-cli.ts';
import { useWorkbench } from '../support/use-window.ts';

/** What README and docs tell a user to type is typed here, with the packed CLI, in a project that is not ours. */
const workbench = useWorkbench();
const WAIT = 120_000;

/** Why a command is not typed here. */
const ELSEWHERE: readonly [pattern: RegExp, why: string][] = [
	[
		/^npm (start|test|run \S+)/,
		'it is about this repository, not about a project of the user; that the script exists is checked',
	],
	[/^code --install-extension/, 'there is no desktop VS Code; the workbench installs the same VSIX into its editor'],
	[/^npm install -g/, 'it would change the machine; installed-cli.ts installs the same tarball into a folder'],
	[/^claude mcp add \S+ -- (ssh|wsl\.exe|docker) /, 'it needs another machine'],
	[
		/^(cd \.hawser\/execute|jq |mv "|cat "|rm -r ")/,
		'a bridge has to be allowed first; file-bridge.test.ts speaks the protocol',
	],
	[/^curl .*get_file_text_by_path/, 'it needs the fixed port of ggMCP; ggmcp-surface.test.ts sends the same request'],
	[/^hawser call custom_notes_count/, 'the user is asked first; custom-tools.test.ts answers'],
	[
		/^hawser (call|call --json|call --timeout|tools new|tools NAME|undo|rules add|call <tool> '<arguments>')$/,
		'it names a command and is not a whole one',
	],
];

let project: string;
let env: Record<string, string>;

beforeAll(async () => {
	project = workbench().copyProject('shop');
	completeShop(project);
	await workbench().open(project);
	const home = workbench().makeFolder('user');
	const bin = path.join(home, 'bin');
	mkdirSync(bin);
	// As npm install -g puts it on the PATH. The agents only note what they were told.
	script(bin, 'hawser', `exec '${process.execPath}' '${installedCli()}' "$@"`);
	for (const agent of ['claude', 'codex', 'gemini']) {
		script(
			bin,
			agent,
			`while [ $# -gt 0 ] && [ "$1" != -- ] && [ "$1" != hawser ]; do shift; done
shift
[ "$1" = -- ] && shift
"$@" < /dev/null`,
		);
	}
	env = {
		...workbench().env,
		HOME: home,
		USERPROFILE: home,
		PATH: `${bin}:/usr/bin:/bin`,
		CODEX_HOME: path.join(home, '.codex'),
	};
});

function script(folder: string, name: string, body: string): void {
	writeFileSync(path.join(folder, name), `#!/bin/sh\n${body}\n`);
	chmodSync(path.join(folder, name), 0o755);
}

/** Types it into a shell in the project, with nobody at the keyboard. */
function type(command: string): Promise<{ code: number | null; output: string }> {
	return new Promise(resolve => {
		const child = execFile('sh', ['-c', command], { cwd: project, env, timeout: WAIT }, (_error, stdout, stderr) =>
			resolve({ code: child.exitCode, output: stdout + stderr }),
		);
		child.stdin?.end();
	});
}

const all = documentedCommands();
const reference = all.filter(({ page }) => page === 'docs/tools.md');
const others = all.filter(({ page }) => page !== 'docs/tools.md');
const whyNot = (command: string) => ELSEWHERE.find(([pattern]) => pattern.test(command))?.[1];
const typed = [...new Set(others.map(({ command }) => command))].filter(command => whyNot(command) === undefined);

test.each(typed)(
	'%s works as it is documented',
	async command => {
		expect(await type(command)).toEqual({ code: 0, output: expect.any(String) as string });
	},
	WAIT,
);

test('every reason not to type a command is still needed, and few are', () => {
	const unused = ELSEWHERE.filter(([pattern]) => !others.some(({ command }) => pattern.test(command)));
	expect(unused).toEqual([]);
	expect(typed.length).toBeGreaterThan(12);
});

test('scripts of this repository that pages name exist', () => {
	const { scripts } = JSON.parse(readFileSync(path.join(ROOT, 'package.json'), 'utf8')) as { scripts: object };
	const named = others.flatMap(({ command }) => /^npm (?:run )?(start|test|\S+)/.exec(command)?.[1] ?? []);
	expect(named.filter(name => name !== 'install' && !(name in scripts))).toEqual([]);
});

test('the commands of the reference are the examples that tool-examples.test.ts runs', () => {
	const examples = toolsets.flatMap(({ tools }) => tools.map(({ name, example }) => shellCall(name, example ?? {})));
	expect(reference.map(({ command }) => command).filter(command => command.startsWith('hawser call '))).toEqual(
		expect.arrayContaining(examples.map(example => example.trim())),
	);
});

test("README's first screen says what it is, why, and how to start in at most 150 words, with the picture", () => {
	const [first = ''] = readFileSync(path.join(ROOT, 'README.md'), 'utf8').split('\n## ');
	expect(first).toContain('![');
	expect(first).toContain('npm start');
	const words = first.replaceAll(/!\[.*?\]\(.*?\)|```\w*/g, '').match(/\S*\w\S*/g) ?? [];
	expect(words.length).toBeLessThanOrEqual(150);
});
