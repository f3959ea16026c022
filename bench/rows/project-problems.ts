import { execFile } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { createPoster } from '../http-poster.ts';
import type { Benchmark } from '../row.ts';
import { median } from '../statistics.ts';
import type { WindowUnderTest } from '../window-under-test.ts';

const FOLDERS = 20;
const FILES = 25;
const ROUNDS = 5;

/** A project of 500 files in 20 folders; each folder has a model that its files use, and every folder has one broken file. */
function writeProject(folder: string): void {
	const options = { strict: true, noEmit: true, module: 'NodeNext', target: 'ES2022', types: [] };
	writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, include: ['src'] }));
	for (let part = 0; part < FOLDERS; part++) {
		mkdirSync(join(folder, `src/part${part}`), { recursive: true });
		writeFileSync(join(folder, `src/part${part}/model.ts`), model('number'));
		for (let file = 1; file < FILES; file++) {
			const broken = file === 1 ? 'export const broken: number = "text";\n' : '';
			writeFileSync(join(folder, `src/part${part}/file${file}.ts`), user(part, file) + broken);
		}
	}
}

const model = (size: string) =>
	`export interface Item { id: string; size: ${size}; tags: readonly string[] }\nexport type ById<T extends Item> = { [Id in T['id']]: T };\n`;

function user(part: number, file: number): string {
	const functions = Array.from(
		{ length: 20 },
		(_, index) =>
			`export function sum${index}(items: readonly Item[]): number {\n\treturn items.filter(item => item.tags.includes('${index}')).map(({ size }) => size).reduce((left, right) => left + right, ${file});\n}`,
	);
	const above =
		part === 0
			? ''
			: `import type { Item as Above } from '../part${part - 1}/model.js';\nexport type Two${file} = Above & Item;\n`;
	return `import type { Item } from './model.js';\n${above}${functions.join('\n')}\n`;
}

let measured: Promise<{ compiler: number; first: number; again: number }> | undefined;

/** Both rows come from one window, because only the first question is the first. */
function measure(window: () => Promise<WindowUnderTest>): NonNullable<typeof measured> {
	measured ??= (async () => {
		const open = await window();
		const { entry, folder } = await open.openAnother('project', writeProject);
		const poster = createPoster(entry.port, '/call', { authorization: `Bearer ${entry.token}` });
		const ask = async (errors: number) => {
			const startedAt = performance.now();
			const answer = await poster.post(JSON.stringify({ tool: 'diagnostic_list', input: { severity: 'error' } }));
			const milliseconds = performance.now() - startedAt;
			if (!answer.includes(`"total":${errors}`) || !answer.includes('"freshness":"fresh"')) {
				throw new Error(`The answer is not whole: ${answer.slice(answer.indexOf('"reply"')).slice(0, 500)}`);
			}
			return milliseconds;
		};
		const changed = join(folder, `src/part${FOLDERS - 1}/model.ts`);
		// All functions of one folder fail with the one type and are fine with the other.
		writeFileSync(changed, model('string'));
		const broken = await runCompiler(folder);
		writeFileSync(changed, model('number'));
		const compiler = await runCompiler(folder);
		const first = await ask(compiler.errors);
		const again: number[] = [];
		for (let round = 0; round < ROUNDS; round++) {
			const isBroken = round % 2 === 0;
			writeFileSync(changed, model(isBroken ? 'string' : 'number'));
			again.push(await ask(isBroken ? broken.errors : compiler.errors));
		}
		poster.close();
		return { compiler: compiler.milliseconds, first, again: median(again) };
	})();
	return measured;
}

async function runCompiler(folder: string): Promise<{ milliseconds: number; errors: number }> {
	const compiler = createRequire(import.meta.url).resolve('typescript/lib/tsc.js');
	const startedAt = performance.now();
	const command = [compiler, '--noEmit', '--pretty', 'false', '-p', folder];
	// It ends with a failure, because there are errors.
	const stdout = await new Promise<string>(resolve => {
		execFile(process.execPath, command, { maxBuffer: 10_000_000 }, (_failure, printed) => resolve(printed));
	});
	return { milliseconds: performance.now() - startedAt, errors: stdout.split(': error TS').length - 1 };
}

export const projectProblems: Benchmark = {
	name: 'project-problems',
	async run(window) {
		const { compiler, first } = await measure(window);
		return {
			name: 'project-problems',
			title: 'diagnostic_list of a whole project that nobody has opened, against `tsc --noEmit`',
			value: first / compiler,
			bar: 1.5,
			unit: 'x',
			detail: `${first.toFixed(0)} ms against ${compiler.toFixed(0)} ms, ${FOLDERS * FILES} files`,
		};
	},
};

export const projectProblemsAgain: Benchmark = {
	name: 'project-problems-again',
	async run(window) {
		const { compiler, again } = await measure(window);
		return {
			name: 'project-problems-again',
			title: 'the same after one edit that others depend on, against `tsc --noEmit`',
			value: again / compiler,
			bar: 0.4,
			unit: 'x',
			detail: `p50 ${again.toFixed(0)} ms against ${compiler.toFixed(0)} ms`,
		};
	},
};
