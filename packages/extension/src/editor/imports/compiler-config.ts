import * as path from 'node:path';
import { isRecord, listOf, recordOf } from '@hawser/core/data/plain-data.ts';

/** What a tsconfig, with all that it extends, says about where imports lead. Options of all are gathered, none overrides. */
export interface CompilerConfig {
	folder: string;
	/** Folders with files that it may be for. */
	scopes: readonly string[];
	/** Patterns with a star, and absolute paths with one. */
	paths: readonly { pattern: string; targets: readonly string[] }[];
	baseUrls: readonly string[];
	rootDirs: readonly string[];
	/** Folders of its output, which stands for its sources where projects refer to each other. */
	outputs: readonly string[];
	/** Packages that each of its files sees without an import. */
	implicit: readonly string[];
	jsxPackages: readonly string[];
	hasModuleSuffixes: boolean;
}

/** The parsed file; undefined when there is none. */
export type ReadConfig = (file: string) => unknown;

interface Part {
	folder: string;
	data: Record<string, unknown>;
	options: Record<string, unknown>;
}

const MAX_PARTS = 20;

export function readCompilerConfig(file: string, read: ReadConfig): CompilerConfig {
	const folder = path.dirname(file);
	const parts = partsOf(file, read);
	const at = ({ folder: own }: Part, value: string) => path.resolve(own, value.replaceAll('${configDir}', folder));
	const each = (option: string) =>
		parts.flatMap(part => strings(part.options[option]).map(value => ({ part, value, place: at(part, value) })));
	const baseUrls = each('baseUrl').map(({ place }) => place);
	return {
		folder,
		scopes: [folder, ...parts.flatMap(part => included(part.data).map(pattern => at(part, pattern)))],
		baseUrls,
		paths: parts.flatMap(part => {
			const bases = [...new Set([part.folder, ...baseUrls])];
			return Object.entries(recordOf(part.options['paths'])).map(([pattern, targets]) => ({
				pattern,
				targets: strings(targets).flatMap(target => [
					at(part, target),
					...bases.map(base => path.resolve(base, target)),
				]),
			}));
		}),
		rootDirs: each('rootDirs').map(({ place }) => place),
		outputs: [...each('outDir'), ...each('declarationDir')].map(({ place }) => place),
		implicit: each('types').map(({ value }) => value),
		jsxPackages: each('jsxImportSource').map(({ value }) => value),
		hasModuleSuffixes: each('moduleSuffixes').length > 0,
	};
}

/** The file and those that it extends, directly or through others. */
function partsOf(file: string, read: ReadConfig): readonly Part[] {
	const parts = new Map<string, Part>();
	const waiting = [file];
	for (let next = waiting.pop(); next !== undefined && parts.size < MAX_PARTS; next = waiting.pop()) {
		const data = parts.has(next) ? undefined : read(next);
		if (isRecord(data)) {
			const folder = path.dirname(next);
			parts.set(next, { folder, data, options: recordOf(data['compilerOptions']) });
			waiting.push(...strings(data['extends']).flatMap(name => extended(folder, name, read)));
		}
	}
	return [...parts.values()];
}

/** Where the file may be that is extended; those that are not there have no data. */
function extended(folder: string, name: string, read: ReadConfig): string[] {
	if (/^\.\.?(?:[\\/]|$)/.test(name) || path.isAbsolute(name)) {
		const target = path.resolve(folder, name);
		return [target, `${target}.json`];
	}
	for (let above = folder; ; above = path.dirname(above)) {
		const target = path.join(above, 'node_modules', name);
		const found = [target, `${target}.json`, path.join(target, 'tsconfig.json')].find(file => isRecord(read(file)));
		if (found !== undefined) {
			return [found];
		}
		if (above === path.dirname(above)) {
			return [];
		}
	}
}

/** The folders that its patterns start from, where they lead out of its own. */
function included(data: Record<string, unknown>): string[] {
	return [...strings(data['include']), ...strings(data['files'])]
		.filter(pattern => !/^[\w*@]/.test(pattern))
		.map(pattern => {
			const parts = pattern.split('/');
			const star = parts.findIndex(part => /[*?]/.test(part));
			return (star === -1 ? parts : parts.slice(0, star)).join('/');
		});
}

/** One text or a list of them. */
function strings(value: unknown): string[] {
	return (typeof value === 'string' ? [value] : listOf(value)).filter(entry => typeof entry === 'string');
}
