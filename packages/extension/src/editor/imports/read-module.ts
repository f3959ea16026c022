import { replaceBetween } from '@hawser/core/text/linear-text.ts';

/** What the text of a script says about other files. */
export interface ModuleText {
	/** The names of modules it imports, each once. Names in comments and strings may be among them. */
	specifiers: readonly string[];
	/** Every file may see what it declares, with or without an import of it. */
	global: boolean;
}

const KEYWORD = /\b(?:from|import|require)\b|<reference\s+(?:path|types)\s*=|@jsxImportSource\b/g;
const MODULE_SYNTAX = /(?:^|[;}])[ \t]*(?:import\b(?![ \t]*\()|export\b)/m;
/** TypeScript takes JavaScript with these for a module. */
const COMMON_JS = /\brequire\b|\bmodule\.exports\b|\bexports\b/;
/** An augmentation, an ambient module, or a module that has a global name too. */
const DECLARES_GLOBALS = /\bdeclare\s+(?:global|module)\b|\bexport\s+as\s+namespace\b/;
const ASSIGNS_GLOBALS = /\b(?:globalThis|window|self|global)\.\w+ ?=(?!=)/;
const JAVASCRIPT = /\.[cm]?jsx?$/i;
/** What is a module by its ending alone. */
const ALWAYS_MODULE = /\.(?:[cm][jt]s|vue|svelte)$/i;
/** Between a keyword and the name; more in a row is no import that a person has written. */
const MAX_COMMENTS = 8;

export function readModule(path: string, text: string): ModuleText {
	return { specifiers: [...new Set(specifiersIn(text))], global: isGlobal(path, text) };
}

function isGlobal(path: string, text: string): boolean {
	const isJavaScript = JAVASCRIPT.test(path);
	if (isJavaScript ? ASSIGNS_GLOBALS.test(text) : DECLARES_GLOBALS.test(text)) {
		return true;
	}
	if (ALWAYS_MODULE.test(path) || (isJavaScript && COMMON_JS.test(text))) {
		return false;
	}
	// A comment at the top often speaks of imports.
	return !MODULE_SYNTAX.test(replaceBetween(text, '/*', '*/', () => ' '));
}

function specifiersIn(text: string): string[] {
	const comments = commentsOf(text);
	const found: string[] = [];
	for (const match of text.matchAll(KEYWORD)) {
		const [keyword] = match;
		let at = skipSpace(text, match.index + keyword.length, comments);
		if (keyword === '@jsxImportSource') {
			found.push(`${wordAt(text, at)}/jsx-runtime`);
			continue;
		}
		if ((keyword === 'import' || keyword === 'require') && text[at] === '(') {
			at = skipSpace(text, at + 1, comments);
		}
		const name = quotedAt(text, at);
		if (name !== undefined) {
			found.push(name);
			// The path of a reference is relative, even without a dot.
			if (keyword.startsWith('<') && !name.startsWith('.')) {
				found.push(`./${name}`);
			}
		}
	}
	return found;
}

const MAX_NAME = 500;

function quotedAt(text: string, at: number): string | undefined {
	const quote = text[at];
	if (quote !== '"' && quote !== "'" && quote !== '`') {
		return undefined;
	}
	const name = text.slice(at + 1, at + 1 + MAX_NAME);
	const end = name.indexOf(quote);
	return end <= 0 || name.slice(0, end).includes('\n') ? undefined : name.slice(0, end);
}

function wordAt(text: string, at: number): string {
	return /^[^\s*]*/.exec(text.slice(at, at + MAX_NAME))?.[0] ?? '';
}

/** Where the next comment ends: looked up once for all keywords before that place, which keeps it linear. */
interface CommentEnds {
	block(from: number): number;
	line(from: number): number;
}

function commentsOf(text: string): CommentEnds {
	return { block: nextPlace(text, '*/'), line: nextPlace(text, '\n') };
}

function nextPlace(text: string, mark: string): (from: number) => number {
	let askedFrom = 0;
	let known = -1;
	return from => {
		if (from < askedFrom || from > known) {
			const index = text.indexOf(mark, from);
			known = index === -1 ? text.length : index;
			askedFrom = from;
		}
		return Math.min(known + mark.length, text.length);
	};
}

function skipSpace(text: string, from: number, comments: CommentEnds): number {
	let at = from;
	for (let skipped = 0; skipped <= MAX_COMMENTS; skipped++) {
		while (text.charAt(at).trim() === '' && at < text.length) {
			at++;
		}
		const two = text.slice(at, at + 2);
		if (two === '/*') {
			at = comments.block(at + 2);
		} else if (two === '//') {
			at = comments.line(at);
		} else {
			break;
		}
	}
	return at;
}
