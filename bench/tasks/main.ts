/**
 * `npm run bench:tasks [-- part of a name …]`: tasks that users give to agents, done as an ideal agent would, with Hawser and with a shell
 * alone. Prints calls and bytes received of both, and fails where Hawser needs more of either or is wrong.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchEditor } from '@hawser/headless/launch.ts';
import { printProgress } from '@hawser/headless/shared/progress.ts';
import type { WindowEntry } from '@hawser/link/window-entry.ts';
import { ARTEFACTS, ROOT } from '../../scripts/build/artefacts.ts';
import { buildAll } from '../../scripts/build/build-all.ts';
import { waitForWindow } from '../../scripts/start/wait-for-window.ts';
import { createPoster } from '../http-poster.ts';
import { writeProject } from './project.ts';
import type { Place, Task } from './task.ts';
import { TASKS } from './tasks.ts';

const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');
/** Names for what is not in every shell, in as few words as it takes there. */
const SHORT: readonly (readonly [RegExp, string])[] = [
	[/^tsc$/, `node ${TSC} -p .`],
	[
		/^tsc-declarations src\/(\w+)\.ts$/,
		`node ${TSC} -p . --noEmit false --declaration --emitDeclarationOnly --rootDir src --outDir .types; cat .types/$1.d.ts; rm -r .types`,
	],
	[/^sqlite (".*")$/s, `node --no-warnings ${join(ROOT, 'bench/tasks/print-rows.ts')} shop.db $1`],
];

interface Cost {
	calls: number;
	bytes: number;
	right: boolean;
}

interface Row {
	name: string;
	hawser: Cost;
	shell: Cost;
}

const words = process.argv.slice(2);
const verbose = words.includes('--verbose');
const wanted = words.filter(word => !word.startsWith('--'));
const chosen = TASKS.filter(({ name }) => wanted.length === 0 || wanted.some(word => name.includes(word)));
if (chosen.length === 0) {
	console.error(`There is no such task. The tasks are:\n${TASKS.map(({ name }) => name).join('\n')}`);
	process.exit(2);
}
await buildAll();
const parent = realpathSync(mkdtempSync(join(tmpdir(), 'hawser-tasks-')));
const folder = join(parent, 'shop');
execFileSync('mkdir', [folder]);
writeProject(folder);
const editor = await launchEditor({
	vsix: [ARTEFACTS.vsix],
	env: { HAWSER_HOME: join(parent, 'home') },
	evaluator: true,
	onProgress: printProgress(),
});
const rows: Row[] = [];
try {
	const window = await editor.openWindow(folder);
	const entry = await waitForWindow(join(parent, 'home'), folder);
	const place: Place = {
		folder,
		window,
		compiles: () => spawnSync('node', [TSC, '-p', '.'], { cwd: folder }).status === 0,
		read: file => readFileSync(join(folder, file), 'utf8'),
		write: (file, text) => writeFileSync(join(folder, file), text),
	};
	for (const task of chosen) {
		const shell = await doTask(task, place, 'shell', entry);
		const hawser = await doTask(task, place, 'hawser', entry);
		rows.push({ name: task.name, hawser, shell });
	}
} finally {
	await editor.stop();
	rmSync(parent, { recursive: true, force: true });
}
console.log(table());
process.exitCode = rows.every(isWon) ? 0 : 1;

async function doTask(task: Task, place: Place, doer: 'hawser' | 'shell', entry: WindowEntry): Promise<Cost> {
	resetProject();
	await task.prepare?.(place);
	const cost: Cost = { calls: 0, bytes: 0, right: false };
	const count = (what: string, text: string) => {
		cost.calls++;
		cost.bytes += Buffer.byteLength(text);
		if (verbose) {
			console.log(`--- ${task.name}: ${what}\n${text}`);
		}
		if (text.startsWith('[E_INTERNAL]')) {
			console.log(
				execFileSync('sh', ['-c', `grep -rhs -A 12 "request [0-9a-f-]*: " "${editor.folder}" | tail -40`], {
					encoding: 'utf8',
				}),
			);
		}
		return text;
	};
	if (doer === 'shell') {
		const call = (command: string) => Promise.resolve(count(command, runInShell(command)));
		cost.right = await task.shell({ call }, place);
		return cost;
	}
	const poster = createPoster(entry.port, '/call', { authorization: `Bearer ${entry.token}` });
	try {
		const call = async (tool: string, input: Record<string, unknown> = {}) => {
			// Progress comes before the answer, a line each.
			const lines = (await poster.post(JSON.stringify({ tool, input }))).trimEnd().split('\n');
			const answer: unknown = JSON.parse(lines.at(-1) ?? '');
			return count(`${tool} ${JSON.stringify(input)}`, (answer as { reply: { text: string } }).reply.text);
		};
		cost.right = await task.hawser({ call }, place);
	} finally {
		poster.close();
	}
	return cost;
}

function runInShell(command: string): string {
	const line = SHORT.reduce((text, [short, long]) => text.replace(short, long), command);
	const { stdout, stderr } = spawnSync('sh', ['-c', line], { cwd: folder, encoding: 'utf8' });
	return stdout + stderr;
}

/** As it was at first; whatever the task before has done. */
function resetProject(): void {
	const git = (...args: readonly string[]) => spawnSync('git', args, { cwd: folder, stdio: 'ignore' });
	git('merge', '--abort');
	git('switch', '--quiet', '--force', 'main');
	git('reset', '--quiet', '--hard', first());
	git('branch', '--quiet', '-D', 'side');
	git('clean', '--quiet', '-fd');
}

function first(): string {
	const hashes = execFileSync('git', ['log', '--format=%H', '--reverse', 'main'], { cwd: folder, encoding: 'utf8' });
	return hashes.split('\n')[1] ?? 'HEAD';
}

function isWon({ hawser, shell }: Row): boolean {
	return hawser.right && (!shell.right || (hawser.calls <= shell.calls && hawser.bytes <= shell.bytes));
}

function table(): string {
	const cost = ({ calls, bytes, right }: Cost) => `${calls} / ${bytes}${right ? '' : ' (wrong)'}`;
	const lines = rows.map(row =>
		[isWon(row) ? 'ok  ' : 'MISS', row.name.padEnd(46), cost(row.hawser).padEnd(18), cost(row.shell)].join(' '),
	);
	return [`     ${'task'.padEnd(46)} ${'Hawser'.padEnd(18)} shell (calls / bytes received)`, ...lines].join('\n');
}
