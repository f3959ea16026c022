import { spawn } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { findRipgrep } from '../../packages/extension/src/editor/search/find-ripgrep.ts';
import { createPoster } from '../http-poster.ts';
import type { Benchmark } from '../row.ts';
import { compare } from '../statistics.ts';
import type { WindowUnderTest } from '../window-under-test.ts';

const FILES = 20_000;
const LINES = 60;

/** Words as in source code: the rare one stands in ten files, the frequent one in every sixth line. */
function fill(folder: string): void {
	for (let index = 0; index < FILES; index++) {
		const place = join(folder, `module${index % 100}`, `part${index % 7}`);
		mkdirSync(place, { recursive: true });
		const lines = Array.from({ length: LINES }, (_, line) => {
			const word = (index * 31 + line * 17) % 500;
			return `const value${word} = compute(word${word}, ${line})${line % 6 === 0 ? ' ?? frequentWord' : ''};`;
		});
		writeFileSync(join(place, `file${index}.ts`), [...lines, index % 2000 === 0 ? 'rareWord' : '', ''].join('\n'));
	}
}

interface Project {
	entry: WindowUnderTest['entry'];
	folder: string;
}

let project: Promise<Project> | undefined;

function textSearch(name: string, kind: string, query: string, expected: number): Benchmark {
	return {
		name,
		async run(window) {
			const open = await window();
			const { entry, folder } = await (project ??= open.openAnother('many-files', fill));
			const program = await findRipgrep(String(await open.window.evaluate('return vscode.env.appRoot')));
			const poster = createPoster(entry.port, '/call', { authorization: `Bearer ${entry.token}` });
			const body = JSON.stringify({ tool: 'text_search', input: { query } });
			const answer = await poster.post(body);
			if (!answer.includes(`"total":${expected},`)) {
				throw new Error(`The search did not find ${expected} matches: ${answer.slice(0, 500)}`);
			}
			const { ours, base, ratio } = await compare(
				30,
				5,
				() => poster.post(body),
				() => bareRipgrep(program, query, folder),
			);
			poster.close();
			return {
				name,
				title: `text_search for a ${kind} word in ${FILES} files, against a bare ripgrep`,
				value: ratio,
				bar: 1.3,
				unit: 'x',
				detail: `p50 ${ours.toFixed(0)} ms against ${base.toFixed(0)} ms, ${expected} matches`,
			};
		},
	};
}

/** The same program with the same question, its lines read to the end and thrown away. */
function bareRipgrep(program: string, query: string, cwd: string): Promise<void> {
	return new Promise((resolve, reject) => {
		const args = [
			'--no-config',
			'--hidden',
			'--smart-case',
			'--fixed-strings',
			'--line-number',
			'--regexp',
			query,
			'.',
		];
		const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
		child.stdout.resume();
		child.on('error', reject);
		child.on('close', code => (code === 0 ? resolve() : reject(new Error(`ripgrep ended with ${code}`))));
	});
}

export const textSearchRare = textSearch('text-search-rare', 'rare', 'rareWord', FILES / 2000);
export const textSearchFrequent = textSearch('text-search-frequent', 'frequent', 'frequentWord', (FILES * LINES) / 6);
