import { globSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../node/test/temporary-folder.ts';
import { createDependencyGraph } from '../../../src/editor/imports/dependency-graph.ts';
import { readModule } from '../../../src/editor/imports/read-module.ts';
import { decidesImports, readWorkspaceImports } from '../../../src/editor/imports/workspace-imports.ts';

const NEVER = { cancelled: false, onCancelled: () => () => undefined };

/** A workspace with these files; `seen` are those that a listing shows, all unless given. */
async function graphOf(
	files: Record<string, string>,
	prepare?: (root: string) => void,
	ignored: readonly string[] = [],
) {
	const root = temporaryFolder();
	for (const [file, text] of Object.entries(files)) {
		mkdirSync(dirname(join(root, file)), { recursive: true });
		writeFileSync(join(root, file), text);
	}
	prepare?.(root);
	const paths = Object.keys(files)
		.filter(file => !ignored.includes(file))
		.map(file => join(root, file));
	const scripts = paths.filter(file => !file.endsWith('.json'));
	const modules = new Map(scripts.map(file => [file, readModule(file, readFileSync(file, 'utf8'))]));
	const graph = await createDependencyGraph(
		{
			modules,
			imports: readWorkspaceImports(paths.filter(decidesImports), [root]),
			globals: new Set([...modules].filter(([, module]) => module.global).map(([file]) => file)),
		},
		new WeakMap(),
		NEVER,
	);
	return {
		missing: graph.missing.map(file => relative(root, file)),
		async dependents(...changed: string[]) {
			const found = await graph.dependents(
				changed.map(file => join(root, file)),
				NEVER,
			);
			return found && [...found].map(file => relative(root, file)).sort();
		},
	};
}

const module = (...names: string[]) => `${names.map(name => `import '${name}';`).join('\n')}\nexport {};\n`;

test('those that import a file through others see its change; those that it imports do not', async () => {
	const graph = await graphOf({
		'a.ts': module(),
		'b.ts': "export * from './a.js';",
		'c.tsx': module('./b'),
		'd.ts': module(),
	});
	expect(await graph.dependents('a.ts')).toEqual(['a.ts', 'b.ts', 'c.tsx']);
	expect(await graph.dependents('c.tsx', 'd.ts')).toEqual(['c.tsx', 'd.ts']);
});

test.each([
	['./a', 'a.ts'],
	['./a', 'a.d.ts'],
	['./a.js', 'a.ts'],
	['./a.js', 'a.tsx'],
	['./a.mjs', 'a.mts'],
	['./a', 'a/index.ts'],
	['./a/', 'a/index.jsx'],
	['./a.b', 'a.b.ts'],
	['./a.vue', 'a.vue'],
	['./a.css', 'a.d.css.ts'],
	['.', 'index.ts'],
])('%s means %s', async (name, file) => {
	const graph = await graphOf({ [file]: module(), 'user.ts': module(name) });
	expect(await graph.dependents(file)).toContain('user.ts');
});

test('a file that is created for an import, and one that is gone, are met by it too', async () => {
	const graph = await graphOf({ 'user.ts': module('./later.js') });
	expect(await graph.dependents('later.ts')).toEqual(['later.ts', 'user.ts']);
	expect(await graph.dependents('later/index.tsx')).toEqual(['later/index.tsx', 'user.ts']);
});

test('tsconfig paths and baseUrl lead to files, also through a config that is extended', async () => {
	const graph = await graphOf({
		'tsconfig.base.json': '{ // shared\n"compilerOptions": { "paths": { "@lib/*": ["./libs/*/src"], }, }, }',
		'app/tsconfig.json': '{ "extends": "../tsconfig.base", "compilerOptions": { "baseUrl": "./src" } }',
		'libs/money/src/index.ts': module(),
		'app/src/deep/tool.ts': module(),
		'app/src/main.ts': module('@lib/money', 'deep/tool'),
		'other/main.ts': module('deep/tool'),
	});
	expect(await graph.dependents('libs/money/src/index.ts')).toEqual(['app/src/main.ts', 'libs/money/src/index.ts']);
	expect(await graph.dependents('app/src/deep/tool.ts')).toEqual(['app/src/deep/tool.ts', 'app/src/main.ts']);
});

test('a package of the workspace is met through its exports, or as a whole where they lead to a build', async () => {
	const graph = await graphOf({
		'packages/source/package.json':
			'{ "name": "@x/source", "exports": { ".": "./src/index.ts", "./*": { "import": "./src/*" } } }',
		'packages/source/src/index.ts': module('./inner.ts'),
		'packages/source/src/inner.ts': module(),
		'packages/source/src/lonely.ts': module(),
		'packages/built/package.json': '{ "name": "built", "main": "./dist/index.js" }',
		'packages/built/src/anything.ts': module(),
		'packages/app/main.ts': module('@x/source'),
		'packages/app/direct.ts': module('@x/source/lonely.ts'),
		'packages/app/uses-built.ts': module('built'),
		'packages/app/foreign.ts': module('react'),
	});
	expect(await graph.dependents('packages/source/src/inner.ts')).toEqual([
		'packages/app/main.ts',
		'packages/source/src/index.ts',
		'packages/source/src/inner.ts',
	]);
	expect(await graph.dependents('packages/source/src/lonely.ts')).toEqual([
		'packages/app/direct.ts',
		'packages/source/src/lonely.ts',
	]);
	expect(await graph.dependents('packages/built/src/anything.ts')).toEqual([
		'packages/app/uses-built.ts',
		'packages/built/src/anything.ts',
	]);
});

test('a link in node_modules leads to its folder under another name', async () => {
	const graph = await graphOf(
		{
			'packages/a/package.json': '{ "name": "a", "main": "main.ts" }',
			'packages/a/main.ts': module(),
			'app.ts': module('alias'),
		},
		root => {
			mkdirSync(join(root, 'node_modules'));
			symlinkSync(join(root, 'packages/a'), join(root, 'node_modules/alias'), 'junction');
		},
	);
	expect(await graph.dependents('packages/a/main.ts')).toEqual(['app.ts', 'packages/a/main.ts']);
});

test("#imports, rootDirs, and a referenced project's output are followed", async () => {
	const graph = await graphOf({
		'package.json': '{ "imports": { "#tool/*": "./tools/*.ts" } }',
		'tools/saw.ts': module(),
		'app.ts': module('#tool/saw'),
		'web/tsconfig.json': '{ "compilerOptions": { "rootDirs": ["src", "generated"] } }',
		'web/generated/view.ts': module(),
		'web/src/page.ts': module('./view'),
		'core/tsconfig.json': '{ "compilerOptions": { "outDir": "dist" } }',
		'core/src/core.ts': module(),
		'user.ts': module('./core/dist/core.js'),
	});
	expect(await graph.dependents('tools/saw.ts')).toContain('app.ts');
	expect(await graph.dependents('web/generated/view.ts')).toContain('web/src/page.ts');
	expect(await graph.dependents('core/src/core.ts')).toContain('user.ts');
});

test('everybody may see a global declaration, a change of configuration, and what nobody can read', async () => {
	const files = {
		'global.ts': 'const everywhere = 1;',
		'a.ts': module(),
		'augments.ts': "import './a';\ndeclare global { interface A {} }\nexport {};",
		'b.ts': module(),
	};
	const graph = await graphOf(files);
	expect(await graph.dependents('global.ts')).toBeUndefined();
	expect(await graph.dependents('a.ts')).toBeUndefined();
	expect(await graph.dependents('b.ts')).toEqual(['b.ts']);
	expect(await graph.dependents('tsconfig.json')).toBeUndefined();
	const broken = await graphOf({ ...files, 'tsconfig.json': '{ "compilerOptions": ' });
	expect(await broken.dependents('b.ts')).toBeUndefined();
});

test('a script that is imported though git ignores it is named, so that its own imports can be read', async () => {
	const { missing } = await graphOf(
		{ 'a.ts': module('./made/b.js', './style.css'), 'made/b.ts': module(), 'style.css': '' },
		undefined,
		['made/b.ts', 'style.css'],
	);
	expect(missing).toEqual(['made/b.ts']);
});

test('in this repository no import that TypeScript follows is missed', async () => {
	const root = resolve(import.meta.dirname, '../../../../..');
	const found = globSync('{packages/*/{src,test},scripts,bench,tests}/**/*.ts', { cwd: root });
	const scripts = found.filter(file => !file.includes('node_modules')).map(file => join(root, file));
	const modules = new Map(scripts.map(file => [file, readModule(file, readFileSync(file, 'utf8'))]));
	const deciding = globSync('{.,packages/*}/{package,tsconfig*}.json', { cwd: root }).map(file => join(root, file));
	const graph = await createDependencyGraph(
		{ modules, imports: readWorkspaceImports(deciding, [root]), globals: new Set() },
		new WeakMap(),
		NEVER,
	);
	const options = { module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext };
	const importers = new Map<string, string[]>();
	for (const file of scripts) {
		for (const { fileName } of ts.preProcessFile(readFileSync(file, 'utf8')).importedFiles) {
			const target = ts.resolveModuleName(fileName, file, options, ts.sys).resolvedModule?.resolvedFileName;
			if (target !== undefined && modules.has(target)) {
				importers.set(target, [...(importers.get(target) ?? []), file]);
			}
		}
	}
	expect(importers.size).toBeGreaterThan(500);
	for (const [target, users] of importers) {
		const dependents = await graph.dependents([target], NEVER);
		expect(users.filter(file => !dependents?.has(file))).toEqual([]);
	}
});
