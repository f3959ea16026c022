import { readdirSync, readFileSync, realpathSync } from 'node:fs';
import * as path from 'node:path';
import { readCompilerConfig } from './compiler-config.ts';
import { fileStamp } from './file-stamps.ts';
import type { ImportContext } from './import-targets.ts';
import { readJsonWithComments } from './json-with-comments.ts';
import { readManifest } from './package-targets.ts';
import { foldersAbove } from './target-keys.ts';

export interface WorkspaceImports extends Pick<ImportContext, 'configs' | 'packages' | 'links'> {
	/** Some tsconfig cannot be read, so nobody knows what it says. */
	uncertain: boolean;
	/** True while every file that was read is as it was then. */
	isCurrent(): boolean;
}

const CONFIG = /^(?:ts|js)config(?:\..+)?\.json$/i;

export function decidesImports(file: string): boolean {
	const name = path.basename(file);
	return name === 'package.json' || CONFIG.test(name);
}

/** Reads the files that decide where imports lead: those given, and what they extend or link to. */
export function readWorkspaceImports(files: readonly string[], roots: readonly string[]): WorkspaceImports {
	const stamps = new Map<string, string>();
	const parsed = new Map<string, unknown>();
	let uncertain = false;
	const configs = files.filter(file => CONFIG.test(path.basename(file))).map(file => readCompilerConfig(file, read));
	const manifests = files.filter(file => path.basename(file) === 'package.json');
	const packages = manifests.map(file => ({ folder: path.dirname(file), ...readManifest(read(file)) }));
	const links = new Map<string, string[]>();
	const modules = [...roots, ...packages.map(({ folder }) => folder)].flatMap(folder => [
		folder,
		...foldersAbove(folder),
	]);
	for (const folder of new Set(modules)) {
		readLinks(path.join(folder, 'node_modules'));
	}
	return { configs, packages, links, uncertain, isCurrent };

	function isCurrent(): boolean {
		return [...stamps].every(([file, stamp]) => fileStamp(file) === stamp);
	}

	function read(file: string): unknown {
		if (!parsed.has(file)) {
			stamps.set(file, fileStamp(file));
			parsed.set(file, parse(file));
		}
		return parsed.get(file);
	}

	function parse(file: string): unknown {
		let text: string;
		try {
			text = readFileSync(file, 'utf8');
		} catch {
			return undefined;
		}
		const data = readJsonWithComments(text);
		uncertain ||= data === undefined && text.trim() !== '' && CONFIG.test(path.basename(file));
		return data;
	}

	function readLinks(modulesFolder: string, scope = ''): void {
		stamps.set(modulesFolder, fileStamp(modulesFolder));
		for (const entry of entriesOf(modulesFolder)) {
			const place = path.join(modulesFolder, entry.name);
			if (entry.name.startsWith('@') && scope === '' && !entry.isSymbolicLink()) {
				readLinks(place, `${entry.name}/`);
			} else if (entry.isSymbolicLink()) {
				const target = realPath(place);
				if (target !== undefined && roots.some(root => target.startsWith(root + path.sep)) && !isInstalled(target)) {
					links.set(scope + entry.name, [...(links.get(scope + entry.name) ?? []), target]);
				}
			}
		}
	}
}

/** What a package manager put there is no source of the workspace, even where the folder lies in it. */
function isInstalled(folder: string): boolean {
	return folder.split(path.sep).includes('node_modules');
}

function entriesOf(folder: string) {
	try {
		return readdirSync(folder, { withFileTypes: true });
	} catch {
		return [];
	}
}

export function realPath(place: string): string | undefined {
	try {
		return realpathSync(place);
	} catch {
		return undefined;
	}
}
