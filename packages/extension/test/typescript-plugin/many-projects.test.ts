import { mkdirSync, readFileSync, realpathSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import ts from 'typescript';
import { afterEach, expect, test } from 'vitest';
import { createUnloadedFiles, type PlacesQuestion } from '../../src/typescript-plugin/unloaded-files.ts';

/** What is found in many projects at once is compared with what a language service of each project says. */
const PREFERENCES = { providePrefixAndSuffixTextForRename: true };
const NOTHING_OPEN = { getScriptInfo: () => undefined, getHostPreferences: () => PREFERENCES };
const folders: string[] = [];
afterEach(() => {
	for (const folder of folders.splice(0)) {
		rmSync(folder, { recursive: true, force: true });
	}
});

function write(files: Readonly<Record<string, string | object>>): string {
	const folder = join(realpathSync(tmpdir()), `hawser-projects-${process.pid}-${Date.now()}`);
	folders.push(folder);
	for (const [path, content] of Object.entries(files)) {
		const file = join(folder, path);
		mkdirSync(dirname(file), { recursive: true });
		writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
	}
	return folder.replaceAll('\\', '/');
}

/** Where the name stands for the first time. */
function placeOf(file: string, name: string): { position: number; line: number; offset: number } {
	const text = readFileSync(file, 'utf8');
	const position = text.search(new RegExp(`\\b${name}\\b`));
	const before = text.slice(0, position).split('\n');
	return { position, line: before.length, offset: (before.at(-1) ?? '').length + 1 };
}

function serviceOf(config: string): ts.LanguageService {
	const host = { ...ts.sys, onUnRecoverableConfigFileDiagnostic: () => undefined };
	const { fileNames = [], options = {} } = ts.getParsedCommandLineOfConfigFile(config, {}, host) ?? {};
	return ts.createLanguageService({
		getScriptFileNames: () => fileNames,
		getCompilationSettings: () => options,
		getCurrentDirectory: () => dirname(config),
		getScriptVersion: () => '1',
		getScriptSnapshot(file) {
			const text = ts.sys.readFile(file);
			return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
		},
		getDefaultLibFileName: options => ts.getDefaultLibFilePath(options),
		fileExists: path => ts.sys.fileExists(path),
		readFile: path => ts.sys.readFile(path),
		directoryExists: path => ts.sys.directoryExists(path),
		getDirectories: path => ts.sys.getDirectories(path),
	});
}

interface Case {
	files: Readonly<Record<string, string | object>>;
	question?: PlacesQuestion;
	file?: string;
	name?: string;
	/** The files that are asked about. */
	asked?: readonly string[];
	configs?: readonly string[];
}

const CORE = {
	'core/tsconfig.json': { compilerOptions: { strict: false } },
	'core/basket.ts': 'export class Basket { add(): void {} }\nexport function make(): Basket { return new Basket(); }\n',
};
const WEB = "import { Basket, make } from '@core/basket';\nexport const all: Basket[] = [make()];\nall[0].add();\n";
const PATHS = { '@core/*': ['../core/*'] };

const CASES: Readonly<Record<string, Case>> = {
	'paths in a tsconfig that a tsconfig without files refers to': {
		files: {
			...CORE,
			'web/tsconfig.json': { files: [], references: [{ path: './tsconfig.app.json' }] },
			'web/tsconfig.app.json': { compilerOptions: { paths: PATHS }, include: ['*.ts'] },
			'web/main.ts': WEB,
		},
		configs: ['core/tsconfig.json', 'web/tsconfig.app.json'],
	},
	'paths in the tsconfig of the tests, beside the one of the sources': {
		files: {
			...CORE,
			'web/tsconfig.json': { include: ['src'] },
			'web/tsconfig.spec.json': { compilerOptions: { paths: PATHS }, include: ['main.ts'] },
			'web/main.ts': WEB,
		},
		configs: ['core/tsconfig.json', 'web/tsconfig.spec.json'],
	},
	'evolving types of a strict project that uses one that is not': {
		files: {
			...CORE,
			'web/tsconfig.json': { compilerOptions: { strict: true, paths: PATHS } },
			'web/main.ts': "import { make } from '@core/basket';\nconst all = [];\nall.push(make());\nall[0].add();\n",
		},
		name: 'add',
	},
	'a variable that is null at first, in a project that is not strict': {
		files: {
			...CORE,
			'core/tsconfig.json': { compilerOptions: { strict: true } },
			'web/tsconfig.json': { compilerOptions: { strict: false, paths: PATHS } },
			'web/main.ts': "import { Basket } from '@core/basket';\nlet one: Basket = null;\none.add();\n",
		},
		name: 'add',
	},
	'a newer library than that of the declaring project': {
		files: {
			...CORE,
			'core/tsconfig.json': { compilerOptions: { lib: ['es5'] } },
			'web/tsconfig.json': { compilerOptions: { target: 'es2023', lib: ['es2023'], paths: PATHS } },
			'web/main.ts':
				"import { make } from '@core/basket';\nnew Map([[1, make()]]).get(1)?.add();\n[1].flatMap(() => make()).at(0)?.add();\n",
		},
		name: 'add',
	},
	'a package that has other entries for require': {
		files: {
			'core/package.json': { name: 'core', exports: { '.': { import: './index.mts', require: './index.cts' } } },
			'core/tsconfig.json': { compilerOptions: { module: 'nodenext' } },
			'core/index.mts': 'export function make(): void {}\n',
			'core/index.cts': 'export function make(): void {}\n',
			'web/node_modules/core/package.json': {
				name: 'core',
				exports: { '.': { import: '../../../core/index.mts', require: '../../../core/index.cts' } },
			},
			'web/package.json': { type: 'module', imports: { '#core': { import: './esm.mts', require: './cjs.cts' } } },
			'web/tsconfig.json': { compilerOptions: { module: 'nodenext' } },
			'web/esm.mts': "export { make } from '../core/index.mjs';\n",
			'web/cjs.cts': "export { make } from '../core/index.cjs';\n",
			'web/main.ts': "import { make } from '#core';\nmake();\n",
		},
		file: 'core/index.mts',
		name: 'make',
		asked: ['web/main.ts', 'web/esm.mts', 'web/cjs.cts'],
	},
};

test.each(Object.entries(CASES))(
	'%s: the same as the projects say',
	(_, { files, question = 'references', file = 'core/basket.ts', name = 'make', asked = ['web/main.ts'], configs }) => {
		const folder = write(files);
		const at = (path: string) => `${folder}/${path}`;
		const { position, ...where } = placeOf(at(file), name);
		const truth = new Set<string>();
		for (const config of configs ?? ['core/tsconfig.json', 'web/tsconfig.json']) {
			const service = serviceOf(at(config));
			const program = service.getProgram();
			const found = program?.getSourceFile(at(file)) ? (service.findReferences(at(file), position) ?? []) : [];
			for (const { fileName, textSpan } of found.flatMap(({ references }) => references)) {
				const { line } = program?.getSourceFile(fileName)?.getLineAndCharacterOfPosition(textSpan.start) ?? {
					line: -1,
				};
				truth.add(`${fileName.slice(folder.length + 1)}:${line + 1}`);
			}
			service.dispose();
		}
		const places = createUnloadedFiles(ts, NOTHING_OPEN).places(
			question,
			{ file: at(file), ...where },
			asked.map(at),
			'',
		);
		const found = places?.map(place => `${place.file.slice(folder.length + 1)}:${place.start.line}`);
		expect([...new Set(found)].sort()).toEqual(
			[...truth].filter(place => asked.some(path => place.startsWith(`${path}:`))).sort(),
		);
		expect(found?.length).toBeGreaterThan(0);
	},
);

test('a declaration file leads to its source by the map beside it', () => {
	const folder = write({
		...CORE,
		'core/dist/basket.d.ts': 'export declare class Basket { add(): void; }\n',
		'core/dist/basket.d.ts.map': { version: 3, file: 'basket.d.ts', sources: ['../basket.ts'], mappings: '' },
		'web/tsconfig.json': { compilerOptions: { paths: { core: ['../core/dist/basket.d.ts'] } } },
		'web/main.ts': "import { Basket } from 'core';\nnew Basket().add();\n",
	});
	const file = `${folder}/core/basket.ts`;
	const { line, offset } = placeOf(file, 'add');
	const places = createUnloadedFiles(ts, NOTHING_OPEN).places(
		'references',
		{ file, line, offset },
		[`${folder}/web/main.ts`],
		'',
	);
	expect(places?.map(({ start }) => start.line)).toEqual([2]);
});

test.each<[string, Record<string, string>, string, string]>([
	[
		'a script',
		{ 'a/main.js': 'function begin() {}\nbegin();\n', 'b/main.js': 'function begin() {}\nbegin();\n' },
		'a/main.js',
		'begin',
	],
	[
		'an interface of all files',
		{ 'a/main.ts': 'interface Options { depth: number }\n', 'b/main.ts': 'interface Options { depth: number }\n' },
		...(['a/main.ts', 'depth'] as const),
	],
	[
		'an augmentation',
		{
			'core.ts': 'export interface Basket { add(): void }\n',
			'a/main.ts': "declare module '../core' { interface Basket { more(): void } }\nexport {};\n",
			'b/main.ts': "declare module '../core' { interface Basket { more(): void } }\nexport {};\n",
		},
		...(['a/main.ts', 'more'] as const),
	],
])('%s of one project is not that of another, so nothing is said of it', (_, files, path, name) => {
	const folder = write({ ...files, 'a/tsconfig.json': {}, 'b/tsconfig.json': {} });
	const file = `${folder}/${path}`;
	const { line, offset } = placeOf(file, name);
	const asked = Object.keys(files).map(each => `${folder}/${each}`);
	const unloaded = createUnloadedFiles(ts, NOTHING_OPEN);
	expect(unloaded.places('renames', { file, line, offset }, asked, '')).toBeUndefined();
});

test('a text that was written with the time of the one before is read anew', () => {
	const folder = write({ ...CORE, 'web/main.ts': "import { make } from '../core/basket';\nmake();\n" });
	const [file, user] = [`${folder}/core/basket.ts`, `${folder}/web/main.ts`];
	const { line, offset } = placeOf(file, 'make');
	const unloaded = createUnloadedFiles(ts, NOTHING_OPEN);
	const lines = () => unloaded.places('references', { file, line, offset }, [user], '')?.map(({ start }) => start.line);
	expect(lines()).toEqual([1, 2]);
	const { atime, mtime } = statSync(user);
	writeFileSync(user, `\n\n\n${readFileSync(user, 'utf8')}`);
	utimesSync(user, atime, mtime);
	expect(lines()).toEqual([4, 5]);
});

test('imports use up no place among the names', () => {
	const importing = Array.from({ length: 30 }, (_, index): [string, string] => [
		`web/user${index}.ts`,
		"import { Basket } from '../core/basket';\n",
	]);
	const folder = write({ ...CORE, ...Object.fromEntries(importing) });
	const files = [...importing.map(([path]) => `${folder}/${path}`), `${folder}/core/basket.ts`];
	const { names, total } = createUnloadedFiles(ts, NOTHING_OPEN).names('Basket', files, 5);
	expect(names.map(({ name }) => name)).toEqual(['Basket']);
	expect(total).toBe(1);
});
