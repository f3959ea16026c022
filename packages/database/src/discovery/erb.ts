import { trimEndOf } from '@hawser/core/text/linear-text.ts';
import type { Env } from './env-file.ts';

/** Stands for an expression that only Ruby could work out; whatever it touches is unusable. */
export const UNRESOLVED = '\u{f0000}unresolved\u{f0000}';

/**
 * The part of ERB that configuration files really use: `<%= ENV["X"] || "y" %>` and its relatives. No Ruby is run; any
 * other expression or block gives UNRESOLVED.
 */
export function renderErb(text: string, env: Env): string {
	let rendered = '';
	let at = 0;
	for (let open = text.indexOf('<%'); open !== -1; open = text.indexOf('<%', at)) {
		const close = text.indexOf('%>', open + 2);
		if (close === -1) {
			break;
		}
		const kind = text.charAt(open + 2);
		const lineEnd = kind === '#' || kind === '=' ? undefined : endOfBlockLine(text, open, close);
		if (lineEnd !== undefined) {
			rendered += `${trimEndOf(text.slice(at, open), ' \t')}# ${UNRESOLVED}`;
			at = lineEnd;
		} else {
			rendered += text.slice(at, open);
			rendered += kind === '#' ? '' : kind === '=' ? (valueOf(text.slice(open + 3, close), env) ?? '') : UNRESOLVED;
			at = close + 2;
		}
	}
	return rendered + text.slice(at);
}

/** Finds the end of a line that has nothing but blocks; undefined when it has more. */
function endOfBlockLine(text: string, open: number, close: number): number | undefined {
	let start = open;
	while (isBlank(text.charAt(start - 1))) {
		start--;
	}
	if (start > 0 && text.charAt(start - 1) !== '\n') {
		return undefined;
	}
	let end = close + 2;
	for (;;) {
		while (isBlank(text.charAt(end))) {
			end++;
		}
		if (end === text.length || text.charAt(end) === '\n' || text.charAt(end) === '\r') {
			return end;
		}
		const next = text.startsWith('<%', end) && text.charAt(end + 2) !== '=' ? text.indexOf('%>', end + 2) : -1;
		if (next === -1) {
			return undefined;
		}
		end = next + 2;
	}
}

function isBlank(char: string): boolean {
	return char === ' ' || char === '\t';
}

function valueOf(tag: string, env: Env): string | undefined {
	return evaluate((tag.endsWith('-') ? tag.slice(0, -1) : tag).trim(), env);
}

/** Terms joined by `||` from left to right; the first that is not nil. */
function evaluate(expression: string, env: Env): string | undefined {
	const inner = /^\((.*)\)\.to_(?:json|s|i)$/s.exec(expression)?.[1] ?? expression.replace(/\.to_[si]$/, '');
	for (const term of inner.split('||')) {
		const value = evaluateTerm(term.trim(), env);
		if (value !== undefined) {
			return value;
		}
	}
	return undefined;
}

/** A longer text is none of these. */
const MAX_TERM = 300;

const TERMS: readonly (readonly [
	RegExp,
	(env: Env, name: string, fallback: string | undefined) => string | undefined,
])[] = [
	[/^ENV\[(?:"|')(\w+)(?:"|')\]$/, (env, name) => env.get(name)],
	[
		// eslint-disable-next-line regexp/no-super-linear-backtracking -- A term is at most MAX_TERM long.
		/^ENV\.fetch\(?\s*["'](\w+)["']\s*(?:,\s*([^)]*?))?\s*\)?\s*(?:\{\s*([^}]*?)\s*\})?$/,
		(env, name, fallback) => env.get(name) ?? (fallback === undefined ? UNRESOLVED : evaluateTerm(fallback, env)),
	],
	[/^"([^"#]*)"$/, (_env, text) => text],
	[/^'([^']*)'$/, (_env, text) => text],
	[/^(\d+)$/, (_env, number) => number],
	[/^Rails\.root\.join\(\s*["']([^"']*)["']\s*\)$/, (_env, path) => path],
];

function evaluateTerm(term: string, env: Env): string | undefined {
	if (term === 'nil' || term === '') {
		return undefined;
	}
	if (term.length > MAX_TERM) {
		return UNRESOLVED;
	}
	for (const [pattern, value] of TERMS) {
		const match = pattern.exec(term.startsWith('ENV.') ? term.replaceAll(/\s+/g, ' ') : term);
		if (match) {
			return value(env, match[1] ?? '', match[2] ?? match[3]);
		}
	}
	return UNRESOLVED;
}
