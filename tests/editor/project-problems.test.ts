import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callForData, connectHttp } from '../support/mcp-clients.ts';
import { useWorkbench } from '../support/use-window.ts';
import type { OpenWindow } from '../support/workbench.ts';
import { writeFileIn } from '../support/write-file-in.ts';

/** Problems of a whole project, in files that nobody has opened. */
const workbench = useWorkbench();

interface Answer {
	freshness: string;
	checkedFiles: number;
	problems: { path: string; line: number; severity: string }[];
	unchecked?: { language: string; reason: string; files: number }[];
}

const PACKAGES = ['core', 'web', 'tools', 'server'];

/** Four projects with five broken files each, a file that others depend on, and what is not to be checked. */
function writeProjects(folder: string): void {
	for (const name of PACKAGES) {
		writeFileIn(folder, `packages/${name}/tsconfig.json`, '{ "compilerOptions": { "strict": true, "noEmit": true } }');
		for (let index = 0; index < 5; index++) {
			writeFileIn(folder, `packages/${name}/broken${index}.ts`, `export const value: number = 'text ${index}';\n`);
			writeFileIn(folder, `packages/${name}/clean${index}.ts`, `export const value: number = ${index};\n`);
		}
	}
	writeFileIn(folder, 'packages/core/shape.ts', 'export interface Shape {\n\tsides: number;\n}\n');
	writeFileIn(
		folder,
		'packages/web/draw.ts',
		"import type { Shape } from '../core/shape';\nexport const draw = (shape: Shape) => shape.sides.toFixed();\n",
	);
	writeFileIn(
		folder,
		'packages/web/page.ts',
		"import { draw } from './draw';\nexport const page = draw({ sides: 3 });\n",
	);
	writeFileIn(folder, 'styles/broken.css', 'a {\n\tcolor: red\n\twidth: 1px;\n}\n');
	writeFileIn(folder, 'data/broken.json', '{\n\t"a": }\n');
	// Other extensions of VS Code speak of these too, and find nothing.
	writeFileIn(folder, 'apart/package.json', '{\n\t"name": "apart",\n\t"version": }\n');
	writeFileIn(folder, 'apart/tsconfig.json', '{ "compilerOptions": { "strict": } }\n');
	writeFileIn(folder, 'config/values.yaml', 'a: 1\n');
	writeFileIn(folder, '.gitignore', 'generated/\n');
	writeFileIn(folder, 'generated/broken.ts', 'export const value: number = "ignored";\n');
	writeFileIn(folder, 'node_modules/dependency/broken.ts', 'export const value: number = "installed";\n');
}

describe('four projects', () => {
	let open: OpenWindow;
	let client: Client;
	beforeAll(async () => {
		const folder = workbench().makeFolder('projects');
		writeProjects(folder);
		open = await workbench().open(folder);
		client = await connectHttp(open.entry);
	});
	afterAll(async () => {
		await client.close();
	});

	const ask = (input = {}) =>
		callForData<Answer>(client, 'diagnostic_list', { limit: 1000, severity: 'error', ...input });
	const broken = ({ problems }: Answer) => [...new Set(problems.map(({ path }) => path))].sort();
	const MANIFESTS = ['apart/package.json', 'apart/tsconfig.json'];
	const PLANTED = PACKAGES.flatMap(name => [0, 1, 2, 3, 4].map(index => `packages/${name}/broken${index}.ts`));

	test('every planted error is found though nobody has opened a file, and no tab is left behind', async () => {
		const answer = await ask();
		expect(broken(answer)).toEqual([...MANIFESTS, 'data/broken.json', ...PLANTED, 'styles/broken.css'].sort());
		expect(answer.unchecked).toEqual([expect.objectContaining({ language: 'yaml', reason: 'no_server', files: 1 })]);
		expect(answer.freshness).toBe('fresh');
		expect(await open.window.evaluate('return vscode.window.tabGroups.all.flatMap(({ tabs }) => tabs).length')).toBe(0);
	});

	test('the problems of those that depend on an edited type appear, and go with it', async () => {
		open.write('packages/core/shape.ts', 'export interface Shape {\n\tcorners: number;\n}\n');
		expect(broken(await ask({ path: 'packages/web' }))).toContain('packages/web/draw.ts');
		const all = broken(await ask());
		expect(all).toContain('packages/web/page.ts');
		expect(all).toHaveLength(PLANTED.length + 6);
		open.write('packages/core/shape.ts', 'export interface Shape {\n\tsides: number;\n}\n');
		expect(broken(await ask())).toHaveLength(PLANTED.length + 4);
	});

	test('files that come, change, break and go on disk are known at the next question', async () => {
		open.write('packages/tools/clean0.ts', 'export const value: number = "now";\n');
		open.write('packages/tools/new.ts', "import { nothing } from './missing.js';\nexport const x = nothing;\n");
		open.write('styles/new.css', 'a { color: }\n');
		const found = broken(await ask());
		expect(found).toEqual(
			expect.arrayContaining(['packages/tools/clean0.ts', 'packages/tools/new.ts', 'styles/new.css']),
		);
		open.write('packages/tools/missing.ts', 'export const nothing = 1;\n');
		open.write('packages/tools/clean0.ts', 'export const value: number = 1;\n');
		rmSync(join(open.folder, 'styles/new.css'));
		expect(broken(await ask())).toHaveLength(PLANTED.length + 4);
	});

	test('what the user has typed and not saved counts, in the files that depend on it too', async () => {
		await open.window.evaluate(
			`const editor = await vscode.window.showTextDocument(vscode.Uri.file(args.file));
			await editor.edit(edit => edit.replace(new vscode.Range(1, 1, 1, 6), 'edges'));`,
			{ file: join(open.folder, 'packages/core/shape.ts') },
		);
		expect(broken(await ask())).toEqual(expect.arrayContaining(['packages/web/draw.ts', 'packages/web/page.ts']));
		await open.window.executeCommand('workbench.action.revertAndCloseActiveEditor');
		expect(broken(await ask())).toHaveLength(PLANTED.length + 4);
	});

	test('a change of a tsconfig checks everything again', async () => {
		open.write('packages/server/loose.ts', 'export const f = (x) => x;\n');
		expect(broken(await ask())).toContain('packages/server/loose.ts');
		open.write('packages/server/tsconfig.json', '{ "compilerOptions": { "strict": false, "noEmit": true } }');
		expect(broken(await ask())).not.toContain('packages/server/loose.ts');
	});

	test('a folder is checked by the same means, an ignored one when it is named', async () => {
		expect(broken(await ask({ path: 'packages/core' }))).toEqual(PLANTED.slice(0, 5));
		expect(broken(await ask({ path: 'generated' }))).toEqual(['generated/broken.ts']);
	});
});

test('in a folder with nothing to check, nothing is said to be clean', async () => {
	const folder = workbench().makeFolder('nothing');
	writeFileIn(folder, 'notes/plan.yaml', 'a: 1\n');
	const { entry } = await workbench().open(folder);
	const agent = await connectHttp(entry);
	const answer = await callForData<Answer>(agent, 'diagnostic_list', { path: 'notes' });
	expect(answer).toMatchObject({ freshness: 'not_ready', checkedFiles: 0 });
	await agent.close();
});
