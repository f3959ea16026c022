import { ToolError } from '../errors/tool-error.ts';
import { trimEndOf } from './linear-text.ts';

/** More alternatives than this are not written by anyone who means well. */
const MAX_ALTERNATIVES = 200;
const MAX_GLOB_LENGTH = 4_000;
const MAX_BRACE_DEPTH = 20;

/**
 * Globs as people write them, each as one that starts at the folder: `*.ts` is meant at any depth, `src/*.ts` and `/src`
 * from the top, and a folder means all that is in it. Braces are resolved. The usual packages (minimatch, picomatch) are not
 * used: they turn a glob into one regular expression, which a hostile glob can make run for hours; this one is linear.
 */
export function rootedGlobs(glob: string): readonly string[] {
	const trimmed = glob.trim().replace(/^(?:\.\/)+/, '');
	const alternatives = expandBraces(trimmed);
	return alternatives.map(alternative => {
		const rooted = alternative.startsWith('/');
		const bare = trimEndOf(alternative.replace(/^\/+/, ''), '/');
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

/** True when one of the globs, as `rootedGlobs` gives them, means this path or a folder above it. */
export function globMatcher(globs: readonly string[]): (path: string) => boolean {
	if (globs.length === 0) {
		return () => false;
	}
	const patterns = globs.map(compileGlob);
	return path => {
		const names = path.split('/');
		return patterns.some(pattern => matchesBeginning(pattern, names));
	};
}

/** True for the paths that a list of globs as people write it means; for all paths where there is none. */
export function pathFilter(globs: string | undefined): (path: string) => boolean {
	const wanted = splitGlobs(globs);
	return wanted.length === 0 ? () => true : globMatcher(wanted.flatMap(rootedGlobs));
}

/** True when one of the globs means just this path, not what is below it. */
export function exactGlobMatcher(globs: readonly string[]): (path: string) => boolean {
	const patterns = globs.map(compileGlob);
	return path => {
		const names = path.split('/');
		return patterns.some(pattern => matchesWhole(pattern, names));
	};
}

type NameMatcher = (name: string) => boolean;

/** One entry for each part between slashes. */
type CompiledGlob = readonly (NameMatcher | '**')[];

function compileGlob(glob: string): CompiledGlob {
	return glob.split('/').map(part => (part === '**' ? part : nameMatcher(part, glob)));
}

/**
 * Follows all places of the pattern at once, one name of the path after the other: the time is that of the path times that
 * of the pattern, whatever they are. As one regular expression, six `**` took seconds on a deep path.
 */
function matchesBeginning(pattern: CompiledGlob, names: readonly string[]): boolean {
	let places = withoutFolders(pattern, [0]);
	for (const name of names) {
		const next = new Set<number>();
		for (const place of places) {
			const part = pattern[place];
			const isLast = place === pattern.length - 1;
			if (part === '**' && isLast) {
				return true;
			}
			if (part === '**') {
				if (name !== '') {
					next.add(place);
				}
			} else if (part?.(name)) {
				if (isLast) {
					return true;
				}
				next.add(place + 1);
			}
		}
		places = withoutFolders(pattern, next);
	}
	return false;
}

function matchesWhole(pattern: CompiledGlob, names: readonly string[]): boolean {
	let places = withoutFolders(pattern, [0]);
	for (const name of names) {
		const next = new Set<number>();
		for (const place of places) {
			const part = pattern[place];
			if (part === '**') {
				next.add(place);
				next.add(place + 1);
			} else if (part?.(name)) {
				next.add(place + 1);
			}
		}
		places = withoutFolders(pattern, next);
	}
	return places.has(pattern.length);
}

/** The places, and those behind a `**` that stands for no folder at all; at the end it stands for something. */
function withoutFolders(pattern: CompiledGlob, places: Iterable<number>): Set<number> {
	const all = new Set(places);
	// A set gives what is added to it while it is gone through.
	for (const place of all) {
		if (pattern[place] === '**' && place < pattern.length - 1) {
			all.add(place + 1);
		}
	}
	return all;
}

/**
 * The text between stars has a fixed length, so each piece is looked for once, behind the one before it. The pieces are
 * regular expressions without repetition.
 */
function nameMatcher(part: string, glob: string): NameMatcher {
	const pieces = fixedPieces(part, glob);
	const [first = '', ...rest] = pieces;
	const last = rest.pop();
	if (last === undefined) {
		const whole = new RegExp(`^${first}$`, 'su');
		return name => whole.test(name);
	}
	const start = new RegExp(`^${first}`, 'su');
	const middle = rest.map(piece => new RegExp(piece, 'gsu'));
	const end = new RegExp(`${last}$`, 'gsu');
	return name => {
		let from = start.exec(name)?.[0].length;
		for (const piece of middle) {
			from = from === undefined ? undefined : endOfMatch(piece, name, from);
		}
		return from !== undefined && endOfMatch(end, name, from) !== undefined;
	};
}

function endOfMatch(pattern: RegExp, text: string, from: number): number | undefined {
	pattern.lastIndex = from;
	const match = pattern.exec(text);
	return match === null ? undefined : match.index + match[0].length;
}

const PIECE = /\\(?<escaped>.)|(?<stars>\*+)|(?<any>\?)|\[(?<not>[!^]?)(?<set>\]?[^\]]{0,500})\]|(?<plain>.)/gsu;

/** The parts before, between and behind the stars, each as the source of a regular expression. */
function fixedPieces(part: string, glob: string): readonly string[] {
	const pieces: string[] = [];
	let source = '';
	for (const { groups = {} } of part.matchAll(PIECE)) {
		const { escaped, stars, any, not, set, plain } = groups;
		if (stars !== undefined) {
			pieces.push(source);
			source = '';
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
	return [...pieces, source];
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

/** Each way to choose among the alternatives in braces. */
export function expandBraces(glob: string): readonly string[] {
	if (glob.length > MAX_GLOB_LENGTH) {
		throw new ToolError(
			'E_INVALID_PARAMS',
			`A glob has at most ${MAX_GLOB_LENGTH} characters, and this one has ${glob.length}.`,
		);
	}
	return expand(glob, glob, 0);
}

function expand(glob: string, whole: string, depth: number): readonly string[] {
	const open = indexOfUnescaped(glob, '{', 0);
	if (open === -1) {
		return [glob];
	}
	if (depth > MAX_BRACE_DEPTH) {
		throw new ToolError(
			'E_INVALID_PARAMS',
			`The glob "${whole}" has more than ${MAX_BRACE_DEPTH} braces in each other.`,
		);
	}
	const { parts, end } = bracedParts(glob, open, whole);
	const tails = expand(glob.slice(end + 1), whole, depth);
	const heads = parts.flatMap(part => expand(part, whole, depth + 1)).map(part => glob.slice(0, open) + part);
	if (heads.length * tails.length > MAX_ALTERNATIVES) {
		throw new ToolError('E_INVALID_PARAMS', `The glob "${whole}" has more than ${MAX_ALTERNATIVES} alternatives.`);
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
	const globs: string[] = [];
	let start = 0;
	// Where no brace closes any more, none needs to be looked for again.
	const lastBrace = list.lastIndexOf('}');
	for (let index = 0; index < list.length; index++) {
		const character = list[index];
		if (character === '\\') {
			index++;
		} else if (character === '{' && index < lastBrace) {
			index = list.indexOf('}', index);
		} else if (character === ',') {
			globs.push(list.slice(start, index));
			start = index + 1;
		}
	}
	return [...globs, list.slice(start)].map(glob => glob.trim()).filter(glob => glob !== '');
}
