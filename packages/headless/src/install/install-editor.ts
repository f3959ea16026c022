import { access, copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { HeadlessError } from '../shared/errors.ts';
import { type Progress, startProgress } from '../shared/progress.ts';
import { cacheFolder, installOnce } from './cache-folder.ts';
import { replaceNativeModules } from './native-modules.ts';
import { restoreProposedApiCheckIn } from './proposed-api.ts';
import { npmCleanInstall } from './run-npm.ts';
import { slimEditor } from './slim-editor.ts';
import { chooseEditorVersion, type EditorVersion, editorFolderName, type ProposedApi } from './versions.ts';

const RECIPES = join(import.meta.dirname, '../../recipe');
const SUPPORTED = ['linux-x64', 'linux-arm64', 'darwin-x64', 'darwin-arm64'];

export interface InstallEditorOptions {
	/** Cache folder; by default $HAWSER_EDITOR_CACHE, $XDG_CACHE_HOME/hawser-headless or ~/.cache/hawser-headless. */
	cache?: string;
	/** 'checked' (default) refuses proposed APIs as the desktop does; 'allowed' keeps code-server's own behaviour. */
	proposedApi?: ProposedApi;
	/** The version of VS Code, such as '1.103'; by default $HAWSER_EDITOR_VERSION or the newest. */
	version?: string | undefined;
	onProgress?: Progress | undefined;
}

export interface InstalledEditor {
	folder: string;
	/** Node.js that VS Code runs on; the program that calls this library may run on another. */
	node: string;
	/** code-server's main script. */
	entry: string;
	version: EditorVersion;
	cached: boolean;
}

/** Installs VS Code (code-server) from npm into the cache, without compiling anything. Costs milliseconds the second time. */
export async function installEditor(options: InstallEditorOptions = {}): Promise<InstalledEditor> {
	const { cache = cacheFolder(), proposedApi = 'checked', onProgress } = options;
	const platform = `${process.platform}-${process.arch}`;
	if (!SUPPORTED.includes(platform)) {
		throw new HeadlessError('E_UNSUPPORTED_PLATFORM', `code-server is not available for ${platform}.`);
	}
	const report = startProgress(onProgress);
	const version = chooseEditorVersion(options.version);
	const folder = join(cache, editorFolderName(version, platform, proposedApi));
	const { cached } = await installOnce(
		folder,
		async build => {
			report(`Installing VS Code ${version.vscode} (code-server) from npm, about 30 s the first time …`);
			await buildEditor(build, { version, platform, proposedApi, report });
		},
		() => report('Another process is installing VS Code; waiting for it …'),
	);
	if (!cached) {
		report(`VS Code ${version.vscode} is installed.`);
	}
	const entry = join(folder, 'node_modules/code-server/out/node/entry.js');
	const node = await nodeFor(version, folder, platform);
	await access(entry).catch((cause: unknown) => {
		throw new HeadlessError('E_INSTALL_FAILED', `${folder} is damaged: ${entry} is missing.`, { cause });
	});
	return { folder, node, entry, version, cached };
}

interface Build {
	version: EditorVersion;
	platform: string;
	proposedApi: ProposedApi;
	report: (message: string) => void;
}

async function buildEditor(folder: string, { version, platform, proposedApi, report }: Build): Promise<void> {
	const vscode = join(folder, 'node_modules/code-server/lib/vscode');
	await copyFile(join(RECIPES, version.recipe, 'package.json'), join(folder, 'package.json'));
	await copyFile(join(RECIPES, version.recipe, 'package-lock.json'), join(folder, 'package-lock.json'));
	await npmCleanInstall(folder);

	// The npm-shrinkwrap.json that code-server ships lacks one peer (tslib): without this flag `npm ci` refuses it.
	const asShipped = ['--omit=dev', '--legacy-peer-deps'];
	report("Installing VS Code's own packages …");
	await npmCleanInstall(vscode, asShipped);
	report('Installing the TypeScript language service …');
	await npmCleanInstall(join(vscode, 'extensions'), asShipped);

	report('Finishing the install …');
	await replaceNativeModules(version, folder, platform);
	if (proposedApi === 'checked') {
		await restoreProposedApiCheckIn(vscode);
	}
	await slimEditor(folder, vscode, platform);
	await writeFile(join(folder, 'installed.json'), JSON.stringify({ platform, proposedApi, at: new Date() }));
}

/** npm has Node.js builds for Linux only; elsewhere the Node.js that runs this program has to be the right one. */
async function nodeFor({ node }: EditorVersion, folder: string, platform: string): Promise<string> {
	const own = join(folder, 'node_modules', `node-${platform}`, 'bin/node');
	const found = await access(own).then(
		() => true,
		() => false,
	);
	if (found) {
		return own;
	}
	const wanted = node.split('.')[0];
	if (process.versions.node.split('.')[0] !== wanted) {
		const message = `code-server needs Node.js ${wanted}; this is ${process.versions.node}, and npm has none for ${platform}.`;
		throw new HeadlessError('E_NO_NODE', message, { hint: `Start this program with Node.js ${wanted}.` });
	}
	return process.execPath;
}
