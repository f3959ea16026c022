import type { Dialect } from './dialect.ts';
import { lex, type Token, Unreadable } from './lexer.ts';
import { PRAGMAS_ALONE, PRAGMAS_WITH_ARGUMENT, RULES } from './rules.ts';

export type Verdict = { ok: true; beginning: string } | { ok: false; why: string };

/**
 * Whether a statement is one read, as far as its text tells. It is the first of three walls: the driver sends one statement
 * per message, and the engine itself runs it read-only. It decides what kind of statement this is and stops what those two
 * let through (files, other servers, state that stays); a plain write inside a read is left to the engine.
 */
export function gate(sql: string, dialect: Dialect): Verdict {
	try {
		return judge(oneStatement(lex(sql, dialect)), dialect);
	} catch (cause) {
		if (cause instanceof Unreadable) {
			return { ok: false, why: cause.message };
		}
		throw cause;
	}
}

/** For statements that are meant to write: still exactly one, and readable. */
export function singleStatement(sql: string, dialect: Dialect): Verdict {
	try {
		const [first] = oneStatement(lex(sql, dialect));
		return { ok: true, beginning: first?.text ?? '' };
	} catch (cause) {
		if (cause instanceof Unreadable) {
			return { ok: false, why: cause.message };
		}
		throw cause;
	}
}

/** How many values the statement wants for its question marks; SQLite would take null for each that is missing. */
export function questionMarks(sql: string, dialect: Dialect): number {
	return dialect === 'postgres' || dialect === 'mssql'
		? 0
		: lex(sql, dialect).filter((token, index, all) => isMark(token, '?') && all[index + 1]?.kind !== 'number').length;
}

function oneStatement(tokens: readonly Token[]): readonly Token[] {
	const last = tokens.findLastIndex(token => !isMark(token, ';'));
	const statement = tokens.slice(0, last + 1);
	if (statement.length === 0) {
		throw new Unreadable('there is no statement in it');
	}
	if (statement.some(token => isMark(token, ';'))) {
		throw new Unreadable('it holds several statements; send one');
	}
	return statement;
}

function judge(tokens: readonly Token[], dialect: Dialect): Verdict {
	const rules = RULES[dialect];
	const start = tokens.findIndex(token => !isMark(token, '('));
	const first = tokens[start];
	if (first?.kind !== 'word' || !rules.beginnings.has(first.text)) {
		const begins = first ? `"${first.text.slice(0, 40)}"` : 'nothing';
		return refuse(`it begins with ${begins}; a read begins with ${[...rules.beginnings].join(', ')}`);
	}
	if (
		dialect === 'mysql' &&
		first.text === 'analyze' &&
		!/^(?:select|with|format)$/.test(tokens[start + 1]?.text ?? '')
	) {
		return refuse('ANALYZE may only be followed by a SELECT');
	}
	if (
		dialect === 'mysql' &&
		first.text === 'show' &&
		/^(?:grants|create user)/.test(`${tokens[start + 1]?.text} ${tokens[start + 2]?.text}`.toLowerCase())
	) {
		return refuse('it shows the passwords of the server');
	}
	if (first.text === 'with' && !/^(?:select|values|table)?$/.test(mainVerb(tokens))) {
		return refuse(`its WITH leads to ${mainVerb(tokens).toUpperCase()}`);
	}
	if (first.text === 'pragma') {
		return judgePragma(tokens.slice(start + 1));
	}
	for (const [index, token] of tokens.entries()) {
		const why = whyRefused(token, tokens[index - 1], tokens[index - 2], tokens[index + 1], dialect);
		if (why !== undefined) {
			return refuse(why);
		}
	}
	return { ok: true, beginning: first.text };
}

function whyRefused(
	token: Token,
	previous: Token | undefined,
	beforePrevious: Token | undefined,
	next: Token | undefined,
	dialect: Dialect,
): string | undefined {
	const { words, functions, tables } = RULES[dialect];
	if (token.kind === 'mark' || token.kind === 'number') {
		return undefined;
	}
	const name = token.text.toLowerCase();
	if (
		token.kind === 'word' &&
		name === 'next' &&
		next?.kind === 'word' &&
		next.text === 'value' &&
		dialect !== 'sqlite'
	) {
		return 'NEXT VALUE changes a sequence';
	}
	if (token.kind === 'word' && words.test(name)) {
		return `"${name}" is not part of a read`;
	}
	const mayBeName = token.kind !== 'string' || dialect === 'sqlite';
	if (mayBeName && isMark(next, '(')) {
		if (functions.test(name)) {
			return `the function ${name} reaches beyond reading tables`;
		}
		// MySQL compares names by a collation, and no function of its own needs other letters.
		if (dialect === 'mysql' && /[^\0-\u007f]/.test(name)) {
			return `the function name ${name} is not plain ASCII`;
		}
	}
	if (mayBeName && tables.test(name)) {
		const inSystemSchema = isMark(previous, '.') && /^(?:mysql|sys)$/i.test(beforePrevious?.text ?? '');
		if (dialect !== 'mysql' || inSystemSchema) {
			return `${name} holds the passwords of the server`;
		}
	}
	return undefined;
}

const VERBS = /^(?:select|values|table|insert|update|delete|replace|merge)$/;

/** What a statement does after its WITH clause: the first verb outside brackets that is not a name. */
function mainVerb(tokens: readonly Token[]): string {
	let depth = 0;
	for (const [index, token] of tokens.entries()) {
		depth += isMark(token, '(') ? 1 : isMark(token, ')') ? -1 : 0;
		const next = tokens[index + 1];
		if (depth === 0 && token.kind === 'word' && VERBS.test(token.text) && next?.text !== 'as' && !isMark(next, '(')) {
			return token.text;
		}
	}
	return '';
}

function judgePragma(tokens: readonly Token[]): Verdict {
	const [name, ...rest] = isMark(tokens[1], '.') ? tokens.slice(2) : tokens;
	const text = name?.text.toLowerCase() ?? '';
	if (name?.kind !== 'word' || rest.some(token => isMark(token, '='))) {
		return refuse('a PRAGMA may only ask, not set');
	}
	if (PRAGMAS_WITH_ARGUMENT.has(text) || (PRAGMAS_ALONE.has(text) && rest.length === 0)) {
		return { ok: true, beginning: 'pragma' };
	}
	return refuse(`PRAGMA ${text} is not one of those that only read`);
}

function isMark(token: Token | undefined, text: string): boolean {
	return token?.kind === 'mark' && token.text === text;
}

function refuse(why: string): Verdict {
	return { ok: false, why };
}
