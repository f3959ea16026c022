import type { PlatformPath } from 'node:path';
import * as thisPlatform from 'node:path';

/** A file or folder on its way, and the files that go with it have paths below it. */
export interface Relocation {
	from: string;
	to: string;
	kind: 'file' | 'folder';
}

const RELATIVE_IMPORT = /(?:\bfrom|\bimport|\brequire)\s*(?:\(\s*)?(['"])(\.{1,2}(?:\/[^'"\n]*)?)\1/g;
const SCRIPT_ENDING = /(?:\.d)?\.[cm]?[jt]sx?$/i;

/** Relative module names in the text, each once. */
function relativeImports(text: string): readonly string[] {
	return [...new Set([...text.matchAll(RELATIVE_IMPORT)].map(match => match[2] ?? ''))];
}

/**
 * The imports of a file that a move breaks: those that lead to what is moved, or from a moved file to one that stays.
 * Found in the text alone, to know what to wait for; the language server has the last word on how they are written.
 */
export function brokenImports(
	file: string,
	text: string,
	move: Relocation,
	platform: PlatformPath = thisPlatform,
): readonly string[] {
	const newFile = relocated(file, move, platform);
	return relativeImports(text).filter(name => {
		const target = platform.resolve(platform.dirname(file), name);
		if (newFile === undefined) {
			return isMoved(target, move, platform);
		}
		return !isMoved(target, move, platform) && platform.resolve(platform.dirname(newFile), name) !== target;
	});
}

/** The path of a file after the move; undefined when the file stays. */
export function relocated(
	file: string,
	{ from, to, kind }: Relocation,
	platform: PlatformPath = thisPlatform,
): string | undefined {
	if (kind === 'file') {
		return file === from ? to : undefined;
	}
	return file.startsWith(from + platform.sep) ? to + file.slice(from.length) : undefined;
}

export function stillImports(text: string, names: readonly string[]): boolean {
	const present = relativeImports(text);
	return names.some(name => present.includes(name));
}

/** True when nothing but relative module names is different: nobody has typed anything else meanwhile. */
export function differsOnlyInImports(before: string, after: string): boolean {
	return before.replaceAll(RELATIVE_IMPORT, '') === after.replaceAll(RELATIVE_IMPORT, '');
}

/** Files that mention it are looked for by this word. */
export function importedWord({ from, kind }: Relocation, platform: PlatformPath = thisPlatform): string {
	const name = platform.basename(from);
	const bare = kind === 'file' ? name.replace(SCRIPT_ENDING, '') : name;
	return bare === 'index' ? platform.basename(platform.dirname(from)) : bare;
}

export function isScript(path: string): boolean {
	return SCRIPT_ENDING.test(path);
}

function isMoved(target: string, { from, kind }: Relocation, platform: PlatformPath): boolean {
	if (kind === 'folder') {
		return target === from || target.startsWith(from + platform.sep);
	}
	const bare = from.replace(SCRIPT_ENDING, '');
	const isIndex = platform.basename(bare) === 'index' && target === platform.dirname(from);
	return target === from || (isScript(from) && target.replace(SCRIPT_ENDING, '') === bare) || isIndex;
}
