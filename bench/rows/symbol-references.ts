import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createPoster } from '../http-poster.ts';
import type { Benchmark } from '../row.ts';
import { median } from '../statistics.ts';
import type { WindowUnderTest } from '../window-under-test.ts';

const FILES = 40;
const CALLS = 10;
const ROUNDS = 60;
const WARM_UP = 15;

/** One symbol with 1 + 40 × 11 references, in the project of the window. */
function writeReferences({ folder }: WindowUnderTest): void {
	const target = join(folder, 'src/many-references');
	mkdirSync(target, { recursive: true });
	writeFileSync(join(target, 'subject.ts'), 'export function subject(size: number): number {\n\treturn size;\n}\n');
	for (let file = 0; file < FILES; file++) {
		const calls = Array.from({ length: CALLS }, (_, call) => `export const value${call} = subject(${call});`);
		writeFileSync(join(target, `user-${file}.ts`), `import { subject } from './subject.js';\n${calls.join('\n')}\n`);
	}
}

/** What the editor itself needs for the same question, timed inside the extension host: no transport, no source lines. */
const ASK_THE_EDITOR = `
	const uri = vscode.Uri.file(args.file);
	await vscode.workspace.openTextDocument(uri);
	const startedAt = performance.now();
	const found = await vscode.commands.executeCommand('vscode.executeReferenceProvider', uri, new vscode.Position(0, 18));
	return { milliseconds: performance.now() - startedAt, count: found.length };
`;

export const symbolReferences: Benchmark = {
	name: 'symbol-references',
	async run(window) {
		const open = await window();
		writeReferences(open);
		const file = join(open.folder, 'src/many-references/subject.ts');
		const poster = createPoster(open.entry.port, '/call', { authorization: `Bearer ${open.entry.token}` });
		const body = JSON.stringify({
			tool: 'symbol_references',
			input: { path: 'src/many-references/subject.ts', line: 1, column: 19 },
		});
		const expected = 1 + FILES * (CALLS + 1);
		const times = { ours: [] as number[], base: [] as number[] };
		for (let round = 0; round < ROUNDS + WARM_UP; round++) {
			const { milliseconds, count } = (await open.window.evaluate(ASK_THE_EDITOR, { file })) as {
				milliseconds: number;
				count: number;
			};
			const startedAt = performance.now();
			const answer = await poster.post(body);
			const ours = performance.now() - startedAt;
			if (!answer.includes(`"total":${expected}`)) {
				throw new Error(`The answer is not whole: ${answer.slice(0, 500)}`);
			}
			if (round >= WARM_UP) {
				if (count !== expected) {
					throw new Error(`The editor found ${count} references and not ${expected}.`);
				}
				times.base.push(milliseconds);
				times.ours.push(ours);
			}
		}
		poster.close();
		const [ours, base] = [median(times.ours), median(times.base)];
		return {
			name: 'symbol-references',
			title: 'symbol_references, warm, with source lines, against the bare API call inside the window',
			value: ours / base,
			bar: 1.15,
			unit: 'x',
			detail: `p50 ${ours.toFixed(1)} ms against ${base.toFixed(1)} ms, ${expected} references in ${FILES + 1} files`,
		};
	},
};
