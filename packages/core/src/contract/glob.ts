import { ToolError } from './errors.ts';

/** More alternatives than this are not written by anyone who means well. */
const MOST_ALTERNATIVES = 200;

/**
 * Globs as people write them, each as one that starts at the folder: `*.ts` is meant at any depth, `src/*.ts` and `/src`
 * from the top, and a folder means all that is in it. Braces are resolved.
 */
export function rootedGlobs(glob: string): readonly string[] {
	const trimmed = glob.trim().replace(/^(?:\.\/)+/, '');
	const alternatives = expandBraces(trimmed, glob);
	return alternatives.map(alternative => {
		const rooted = alternative.startsWith('/');
		const bare = alternative.replace(/^\/+/, '').replace(/\/+$/, '');
		const segments = bare.split('/');
		if (/[\n\r\0]/.test(bare) || segments.includes('..')) {
			throw new ToolError(
				'E_INVALID_PARAMS',
				`The glob "${glob}" leads out of the folder or holds a control character.`,
			);
		}
		if (bare === '' || bare === '.') {
			return '**';
		}
		return rooted || segments.length > 1 ? bare : `**/${bare}`;
	});
}

/** Whether one of the globs, as `rootedGlobs` gives them, means this path or a folder above it. */
export function globMatcher(globs: readonly string[]): (path: string) => boolean {
	if (globs.length === 0) {
		return () => false;
	}
	const pattern = new RegExp(`^(?:${globs.map(globSource).join('|')})(?:/.*)?$`, 'su');
	return path => pattern.test(path);
}

function globSource(glob: string): string {
	const segments = glob.split('/');
	return segments
		.map((segment, index) => {
			const last = index === segments.length - 1;
			if (segment === '**') {
				return last ? '.*' : '(?:[^/]+/)*';
			}
			return segmentSource(segment, glob) + (last ? '' : '/');
		})
		.join('');
}

const PIECE = /\\(?<escaped>.)|(?<stars>\*+)|(?<any>\?)|\[(?<not>[!^]?)(?<set>\]?[^\]]*)\]|(?<plain>.)/gsu;

function segmentSource(segment: string, glob: string): string {
	let source = '';
	for (const { groups = {} } of segment.matchAll(PIECE)) {
		const { escaped, stars, any, not, set, plain } = groups;
		if (stars !== undefined) {
			source += '[^/]*';
		} else if (any !== undefined) {
			source += '[^/]';
		} else if (set !== undefined) {
			source += characterClass(set, not !== '', glob);
		} else if (plain === '[') {
			throw new ToolError('E_INVALID_PARAMS', `The glob "${glob}" has a "[" that is not closed.`);
		} else {
			source += escapeForRegExp(escaped ?? plain ?? '');
		}
	}
	return source;
}

function characterClass(set: string, negated: boolean, glob: string): string {
	const source = `[${negated ? '^/' : ''}${set.replaceAll(/[\\\]^[]/g, '\\$&')}]`;
	try {
		new RegExp(source, 'u');
	} catch (cause) {
		throw new ToolError('E_INVALID_PARAMS', `The glob "${glob}" has a set [${set}] that means nothing.`, { cause });
	}
	return source;
}

/** The text as a regular expression that finds just it. */
export function escapeForRegExp(text: string): string {
	return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}

/** The path as a glob that means just it. */
export function escapeGlob(path: string): string {
	return path.replaceAll(/[\\*?[\]{}!#]/g, '\\$&').replace(/ $/, '\\ ');
}

function expandBraces(glob: string, whole: string): readonly string[] {
	const open = indexOfUnescaped(glob, '{', 0);
	if (open === -1) {
		return [glob];
	}
	const { parts, end } = bracedParts(glob, open, whole);
	const tails = expandBraces(glob.slice(end + 1), whole);
	const heads = parts.flatMap(part => expandBraces(part, whole)).map(part => glob.slice(0, open) + part);
	if (heads.length * tails.length > MOST_ALTERNATIVES) {
		throw new ToolError('E_INVALID_PARAMS', `The glob "${whole}" has more than ${MOST_ALTERNATIVES} alternatives.`);
	}
	return heads.flatMap(head => tails.map(tail => head + tail));
}

function bracedParts(glob: string, open: number, whole: string): { parts: string[]; end: number } {
	const parts: string[] = [];
	let depth = 0;
	let start = open + 1;
	for (let index = open; index < glob.length; index++) {
		const character = glob[index];
		if (character === '\\') {
			index++;
		} else if (character === '{') {
			depth++;
		} else if (depth === 1 && (character === ',' || character === '}')) {
			parts.push(glob.slice(start, index));
			start = index + 1;
		}
		if (character === '}' && --depth === 0) {
			return { parts, end: index };
		}
	}
	throw new ToolError('E_INVALID_PARAMS', `The glob "${whole}" has a "{" that is not closed.`);
}

function indexOfUnescaped(text: string, wanted: string, from: number): number {
	for (let index = from; index < text.length; index++) {
		if (text[index] === '\\') {
			index++;
		} else if (text[index] === wanted) {
			return index;
		}
	}
	return -1;
}

/** Several globs in one argument, separated by commas as in VS Code's search view; commas in braces belong to a glob. */
export function splitGlobs(list = ''): readonly string[] {
	const globs = list.match(/(?:\\.|\{[^}]*\}|[^,])+/gs) ?? [];
	return globs.map(glob => glob.trim()).filter(glob => glob !== '');
}
