import type { Env } from './env-file.ts';

/** Stands for an expression that only Ruby could work out; whatever it touches is unusable. */
export const UNRESOLVED = '\u{f0000}unresolved\u{f0000}';

/**
 * The part of ERB that configuration files really use: `<%= ENV["X"] || "y" %>` and its relatives. No Ruby is run; any
 * other expression or block gives UNRESOLVED.
 */
export function renderErb(text: string, env: Env): string {
	return text
		.replaceAll(/<%#[\s\S]*?%>/g, '')
		.replaceAll(/<%=([\s\S]*?)-?%>/g, (_all, expression: string) => evaluate(expression.trim(), env) ?? '')
		.replaceAll(/^[ \t]*<%-?[\s\S]*?-?%>[ \t]*$/gm, `# ${UNRESOLVED}`)
		.replaceAll(/<%[\s\S]*?%>/g, UNRESOLVED);
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

const TERMS: readonly (readonly [
	RegExp,
	(env: Env, name: string, fallback: string | undefined) => string | undefined,
])[] = [
	[/^ENV\[(?:"|')(\w+)(?:"|')\]$/, (env, name) => env.get(name)],
	[
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
	for (const [pattern, value] of TERMS) {
		const match = pattern.exec(term);
		if (match) {
			return value(env, match[1] ?? '', match[2] ?? match[3]);
		}
	}
	return UNRESOLVED;
}
