import { mkdirSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { afterEach, describe, expect, test } from 'vitest';
import { createUnloadedFiles, type OpenScripts } from '../../src/typescript-plugin/unloaded-files.ts';

const folders: string[] = [];
afterEach(() => {
	for (const folder of folders.splice(0)) {
		rmSync(folder, { recursive: true, force: true });
	}
});

function makeRepository(files: Record<string, string | object>): { at: (path: string) => string; folder: string } {
	const folder = join(realpathSync(tmpdir()), `hawser-unloaded-${process.pid}-${folders.length}-${Date.now()}`);
	folders.push(folder);
	const at = (path: string) => join(folder, path).replaceAll('\\', '/');
	for (const [path, content] of Object.entries(files)) {
		mkdirSync(dirname(at(path)), { recursive: true });
		writeFileSync(at(path), typeof content === 'string' ? content : JSON.stringify(content));
	}
	return { at, folder };
}

const NOTHING_OPEN: OpenScripts = {
	getScriptInfo: () => undefined,
	getHostPreferences: () => ({ providePrefixAndSuffixTextForRename: true }),
};

function linesOf(found: readonly { file: string; start: { line: number } }[] | undefined, folder: string) {
	return found?.map(({ file, start }) => `${file.slice(folder.length + 1)}:${start.line}`).sort();
}

const CORE = {
	'packages/core/tsconfig.json': { compilerOptions: { composite: true, outDir: 'dist', rootDir: 'src' } },
	'packages/core/package.json': { name: '@shop/core', types: 'dist/index.d.ts' },
	'packages/core/src/index.ts': "export { Basket } from './basket';\n",
	'packages/core/src/basket.ts': 'export class Basket {\n\tadd(): void {}\n}\n',
};
const BASKET = { line: 1, offset: 14 };

describe('places', () => {
	test('are found in the projects that import the symbol, each by its own paths', () => {
		const { at, folder } = makeRepository({
			...CORE,
			'apps/one/tsconfig.json': { compilerOptions: { paths: { core: ['../../packages/core/src/index.ts'] } } },
			'apps/one/main.ts': "import { Basket } from 'core';\nnew Basket().add();\n",
			'apps/two/tsconfig.json': { compilerOptions: { paths: { core: ['./other.ts'] } } },
			'apps/two/other.ts': 'export class Basket {}\n',
			'apps/two/main.ts': "import { Basket } from 'core';\nnew Basket();\n",
		});
		const unloaded = createUnloadedFiles(ts, NOTHING_OPEN);
		const files = ['apps/one/main.ts', 'apps/two/main.ts', 'apps/two/other.ts'].map(at);
		const where = { file: at('packages/core/src/basket.ts'), ...BASKET };
		expect(linesOf(unloaded.places('references', where, files, ''), folder)).toEqual([
			'apps/one/main.ts:1',
			'apps/one/main.ts:2',
		]);
		const method = { file: where.file, line: 2, offset: 2 };
		expect(linesOf(unloaded.places('references', method, files, ''), folder)).toEqual(['apps/one/main.ts:2']);
	});

	test('are found through a link, and a build that nobody has run, of a project that is referred to', () => {
		const { at, folder } = makeRepository({
			...CORE,
			'apps/one/tsconfig.json': {
				compilerOptions: { module: 'node16' },
				references: [{ path: '../../packages/core' }],
			},
			'apps/one/main.ts': "import { Basket } from '@shop/core';\nnew Basket();\n",
			'node_modules/@shop/.keep': '',
		});
		symlinkSync(at('packages/core'), at('node_modules/@shop/core'), 'junction');
		const where = { file: at('packages/core/src/basket.ts'), ...BASKET };
		const found = createUnloadedFiles(ts, NOTHING_OPEN).places('references', where, [at('apps/one/main.ts')], '');
		expect(linesOf(found, folder)).toEqual(['apps/one/main.ts:1', 'apps/one/main.ts:2']);
	});

	test('are those of the text as it is now: on disk, and unsaved in the editor', () => {
		const { at, folder } = makeRepository({
			...CORE,
			'apps/one/main.ts': "import { Basket } from '../../packages/core/src/basket';\n",
			'apps/two/main.ts': "import { Basket } from '../../packages/core/src/basket';\n",
		});
		const unsaved = ts.ScriptSnapshot.fromString(
			"import { Basket } from '../../packages/core/src/basket';\n\nnew Basket();\n",
		);
		const open = { isScriptOpen: () => true, getSnapshot: () => unsaved, getLatestVersion: () => '2' };
		const unloaded = createUnloadedFiles(ts, {
			...NOTHING_OPEN,
			getScriptInfo: file => (file === at('apps/two/main.ts') ? open : undefined),
		});
		const where = { file: at('packages/core/src/basket.ts'), ...BASKET };
		const files = ['apps/one/main.ts', 'apps/two/main.ts'].map(at);
		const lines = (state: string) => linesOf(unloaded.places('references', where, files, state), folder);
		expect(lines('1')).toEqual(['apps/one/main.ts:1', 'apps/two/main.ts:1', 'apps/two/main.ts:3']);
		writeFileSync(at('apps/one/main.ts'), 'export {};\n');
		ts.sys.setModifiedTime?.(at('apps/one/main.ts'), new Date(Date.now() + 5000));
		expect(lines('1')).toEqual(['apps/two/main.ts:1', 'apps/two/main.ts:3']);
	});

	test('are found in a file whose import leads somewhere only since another was written', () => {
		const { at, folder } = makeRepository({
			...CORE,
			'apps/one/main.ts': "import { Basket } from './again';\nnew Basket();\n",
		});
		const unloaded = createUnloadedFiles(ts, NOTHING_OPEN);
		const where = { file: at('packages/core/src/basket.ts'), ...BASKET };
		const lines = (state: string) =>
			linesOf(unloaded.places('references', where, [at('apps/one/main.ts')], state), folder);
		expect(lines('1')).toEqual([]);
		writeFileSync(at('apps/one/again.ts'), "export * from '../../packages/core/src/basket';\n");
		expect(lines('2')).toEqual(['apps/one/main.ts:1', 'apps/one/main.ts:2']);
	});

	test('of a rename come with what the new name needs around it', () => {
		const { at } = makeRepository({
			...CORE,
			'apps/one/main.ts': "export { Basket } from '../../packages/core/src/basket';\n",
		});
		const where = { file: at('packages/core/src/basket.ts'), ...BASKET };
		const found = createUnloadedFiles(ts, NOTHING_OPEN).places('renames', where, [at('apps/one/main.ts')], '');
		expect(found).toMatchObject([{ suffixText: ' as Basket', start: { line: 1, offset: 10 } }]);
	});

	test('of implementations and callers are found as well', () => {
		const { at, folder } = makeRepository({
			...CORE,
			'apps/one/main.ts': [
				"import { Basket } from '../../packages/core/src/basket';",
				'export class Large extends Basket {}',
				'export function fill(basket: Basket) {',
				'\tbasket.add();',
				'}',
				'',
			].join('\n'),
		});
		const unloaded = createUnloadedFiles(ts, NOTHING_OPEN);
		const file = at('packages/core/src/basket.ts');
		const files = [at('apps/one/main.ts')];
		expect(linesOf(unloaded.places('implementations', { file, ...BASKET }, files, ''), folder)).toEqual([
			'apps/one/main.ts:2',
		]);
		const callers = unloaded.callers({ file, line: 2, offset: 2 }, files, '');
		expect(callers).toMatchObject([{ name: 'fill', kind: 'function', sites: [{ start: { line: 4 } }] }]);
	});

	test('in a file that no program reads are not for it to tell', () => {
		const { at } = makeRepository({ 'one.txt': 'Basket', 'two.ts': 'export {};' });
		const where = { file: at('one.txt'), line: 1, offset: 1 };
		expect(createUnloadedFiles(ts, NOTHING_OPEN).places('references', where, [at('two.ts')], '')).toBeUndefined();
	});

	test('are found again when the memory was given back', () => {
		const { at, folder } = makeRepository({
			...CORE,
			'apps/one/main.ts': "import { Basket } from '../../packages/core/src/basket';\n",
		});
		const unloaded = createUnloadedFiles(ts, NOTHING_OPEN);
		const where = { file: at('packages/core/src/basket.ts'), ...BASKET };
		const lines = () => linesOf(unloaded.places('references', where, [at('apps/one/main.ts')], ''), folder);
		expect(lines()).toEqual(['apps/one/main.ts:1']);
		unloaded.release();
		expect(lines()).toEqual(['apps/one/main.ts:1']);
	});
});

test('names are those that files declare, and no imports', () => {
	const { at, folder } = makeRepository({
		...CORE,
		'apps/one/main.tsx':
			"import { Basket } from 'core';\nexport function BasketView() {\n\treturn <p>{new Basket()}</p>;\n}\n",
		'apps/one/old.js': 'export class BasketOfOld {}\n',
	});
	const files = ['packages/core/src/basket.ts', 'apps/one/main.tsx', 'apps/one/old.js'].map(at);
	const { names, total } = createUnloadedFiles(ts, NOTHING_OPEN).names('Basket', files, 10);
	expect(total).toBe(3);
	expect(names.map(({ name, kind }) => `${kind} ${name}`).sort()).toEqual([
		'class Basket',
		'class BasketOfOld',
		'function BasketView',
	]);
	expect(linesOf(names, folder)).toEqual(['apps/one/main.tsx:2', 'apps/one/old.js:1', 'packages/core/src/basket.ts:1']);
});
