import type { Dialect } from './dialect.ts';
import { type FunctionUse, functionUses } from './function-uses.ts';
import { lex, type Token, Unreadable } from './lexer.ts';
import { MSSQL_SYSTEM_FUNCTIONS, PRAGMAS_ALONE, PRAGMAS_WITH_ARGUMENT, RULES } from './rules.ts';
import { afterBrackets, isMark, isName, isWord } from './tokens.ts';
import { hiddenWrite } from './writes.ts';

export type Verdict =
	| {
			ok: true;
			beginning: string;
			/** Functions that only the database can judge: one of the project's own may do anything. */
			functions: readonly FunctionUse[];
	  }
	| { ok: false; why: string };

export interface GateOptions {
	/** The database that names without a schema belong to. */
	database?: string | undefined;
}

/**
 * Decides by its text if a statement is one read. It is the first of three walls: the driver sends one statement
 * per message, and the engine itself runs it read-only. It lets pass what is known to be a read; functions that it does not
 * know are named in the verdict, for the database to be asked about.
 */
export function gate(sql: string, dialect: Dialect, options: GateOptions = {}): Verdict {
	return reading(() => {
		const tokens = oneStatement(lex(sql, dialect));
		return judge(tokens, dialect, options);
	});
}

/** For statements that are meant to write: still exactly one, and readable. */
export function singleStatement(sql: string, dialect: Dialect): Verdict {
	return reading(() => {
		const [first] = oneStatement(lex(sql, dialect));
		return { ok: true, beginning: first?.text ?? '', functions: [] };
	});
}

/** Counts the question marks of the statement; SQLite would take null for each missing value. */
export function questionMarks(sql: string, dialect: Dialect): number {
	return dialect === 'postgres' || dialect === 'mssql'
		? 0
		: lex(sql, dialect).filter((token, index, all) => isMark(token, '?') && all[index + 1]?.kind !== 'number').length;
}

function reading(judgement: () => Verdict): Verdict {
	try {
		return judgement();
	} catch (cause) {
		if (cause instanceof Unreadable) {
			return refuse(cause.message);
		}
		throw cause;
	}
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

function judge(tokens: readonly Token[], dialect: Dialect, options: GateOptions): Verdict {
	const rules = RULES[dialect];
	const start = tokens.findIndex(token => !isMark(token, '('));
	const first = tokens[start];
	if (first?.kind !== 'word' || !rules.beginnings.has(first.text)) {
		const begins = first ? `"${first.text.slice(0, 40)}"` : 'nothing';
		return refuse(`it begins with ${begins}; a read begins with ${[...rules.beginnings].join(', ')}`);
	}
	if (first.text === 'pragma') {
		return judgePragma(tokens.slice(start + 1));
	}
	if (dialect === 'mysql' && first.text === 'show' && showsPasswords(tokens[start + 1], tokens[start + 2])) {
		return refuse('it shows the passwords of the server');
	}
	const plan = EXPLAINS.has(first.text) ? explained(tokens, start, dialect) : undefined;
	if (plan?.why !== undefined) {
		return refuse(plan.why);
	}
	const verb = isWord(first, 'with') ? mainVerb(tokens) : '';
	if (!READS.has(verb) && verb !== '') {
		return refuse(`its WITH leads to ${verb.toUpperCase()}`);
	}
	const write = plan?.plansWrite === true ? undefined : hiddenWrite(tokens, dialect);
	if (write !== undefined) {
		return refuse(write);
	}
	for (const index of tokens.keys()) {
		const why = whyRefused(tokens, index, dialect, options);
		if (why !== undefined) {
			return refuse(why);
		}
	}
	const asksDatabase = dialect === 'postgres' || dialect === 'mysql';
	return { ok: true, beginning: first.text, functions: asksDatabase ? functionUses(tokens, dialect) : [] };
}

function showsPasswords(next: Token | undefined, second: Token | undefined): boolean {
	return isWord(next, 'grants') || (isWord(next, 'create') && isWord(second, 'user'));
}

const EXPLAINS = new Set(['explain', 'describe', 'desc', 'analyze']);
const READS = new Set(['select', 'with', 'values', 'table']);
const WRITES = new Set(['insert', 'update', 'delete', 'replace', 'merge']);
/** PostgreSQL knows both spellings. */
const ANALYZES = new Set(['analyze', 'analyse']);
const EXPLAIN_WORDS = new Set([...ANALYZES, 'verbose', 'extended', 'partitions', 'query', 'plan']);

interface Explained {
	/** A write whose plan is asked for, and which is not run. */
	plansWrite: boolean;
	why?: string;
}

/** The statement that an EXPLAIN is about. With ANALYZE it is run, so only a read may follow. */
function explained(tokens: readonly Token[], start: number, dialect: Dialect): Explained {
	let at = start + 1;
	let runs = isWord(tokens[start], 'analyze');
	if (dialect === 'postgres' && isMark(tokens[at], '(') && !startsRead(tokens, at)) {
		const end = afterBrackets(tokens, at);
		// The name of an option may be quoted.
		runs = tokens.slice(at, end).some(token => isName(token) && ANALYZES.has(token.text));
		at = end;
	}
	for (;;) {
		const token = tokens[at];
		if (token?.kind === 'word' && EXPLAIN_WORDS.has(token.text)) {
			runs ||= ANALYZES.has(token.text);
			at++;
		} else if (isWord(token, 'format') && isMark(tokens[at + 1], '=')) {
			at += 3;
		} else if (isWord(token, 'for') && isWord(tokens[at + 1], 'schema', 'database')) {
			at += 3;
		} else {
			break;
		}
	}
	const inner = tokens.slice(at);
	const first = inner.find(token => !isMark(token, '('));
	const verb = isWord(first, 'with') ? mainVerb(inner) || 'select' : first?.kind === 'word' ? first.text : '';
	// ANALYZE TABLE is no read of the table but a change of what the server knows of it.
	if (READS.has(verb) && !(verb === 'table' && isWord(tokens[start], 'analyze'))) {
		return { plansWrite: false };
	}
	if (runs) {
		return { plansWrite: false, why: `ANALYZE may only be followed by a SELECT, not by ${shown(verb)}` };
	}
	// The others do not even plan a write where only reading is allowed.
	if (WRITES.has(verb) && dialect === 'postgres') {
		return { plansWrite: true };
	}
	// MySQL also describes tables and connections by this word.
	return dialect === 'mysql' && !WRITES.has(verb)
		? { plansWrite: false }
		: { plansWrite: false, why: `its EXPLAIN leads to ${shown(verb)}` };
}

function startsRead(tokens: readonly Token[], at: number): boolean {
	const first = tokens.slice(at).find(token => !isMark(token, '('));
	return first?.kind === 'word' && READS.has(first.text);
}

function shown(verb: string): string {
	return verb === '' ? 'nothing' : verb.slice(0, 40).toUpperCase();
}

function whyRefused(
	tokens: readonly Token[],
	index: number,
	dialect: Dialect,
	options: GateOptions,
): string | undefined {
	const token = tokens[index];
	if (token === undefined || token.kind === 'mark' || token.kind === 'number') {
		return undefined;
	}
	const [beforePrevious, previous, next] = [tokens[index - 2], tokens[index - 1], tokens[index + 1]];
	const { words, functions, attributes, tables } = RULES[dialect];
	const name = token.text.toLowerCase();
	if (isWord(token, 'next') && isWord(next, 'value') && dialect !== 'sqlite') {
		return 'NEXT VALUE changes a sequence';
	}
	if (token.kind === 'word' && words(name)) {
		return `"${name}" is not part of a read`;
	}
	const mayBeName = token.kind !== 'string' || dialect === 'sqlite';
	const called = mayBeName && isMark(next, '(');
	const afterPoint = isMark(previous, '.');
	if (called && functions(name)) {
		return `the function ${name} reaches beyond reading tables`;
	}
	if (!called && afterPoint && attributes(name)) {
		return `.${name} calls a function that reaches beyond reading tables`;
	}
	// MySQL compares names by a collation, and no function of its own needs other letters.
	if (called && dialect === 'mysql' && !isAscii(name)) {
		return `the function name ${name} is not plain ASCII`;
	}
	if (mayBeName && tables(name)) {
		const schema = afterPoint ? beforePrevious?.text : isMark(next, '(') ? '' : options.database;
		if (dialect !== 'mysql' || /^(?:mysql|sys)$/i.test(schema ?? '')) {
			return `${name} holds the passwords of the server`;
		}
	}
	if (
		dialect === 'sqlite' &&
		name.startsWith('pragma_') &&
		(token.kind !== 'string' || isWord(previous, 'from', 'join'))
	) {
		const pragma = name.slice('pragma_'.length);
		return PRAGMAS_WITH_ARGUMENT.has(pragma) || PRAGMAS_ALONE.has(pragma)
			? undefined
			: `${name} is not one of those that only read`;
	}
	return dialect === 'mssql' ? whyRefusedByMssql(tokens, index) : undefined;
}

function whyRefusedByMssql(tokens: readonly Token[], index: number): string | undefined {
	const [beforePrevious, previous, token] = [tokens[index - 2], tokens[index - 1], tokens[index]];
	const next = tokens[index + 1];
	const name = token?.text.toLowerCase() ?? '';
	const bySystem =
		!isMark(previous, '.') || isMark(beforePrevious, '.') || beforePrevious?.text.toLowerCase() === 'sys';
	if (isMark(next, '(') && name.startsWith('fn_') && bySystem && !MSSQL_SYSTEM_FUNCTIONS(name)) {
		return `the function ${name} reaches beyond reading tables`;
	}
	if (isWord(token, 'enable', 'disable') && isWord(next, 'trigger')) {
		return `"${name} trigger" is not part of a read`;
	}
	if (isWord(token, 'rename') && isWord(next, 'object')) {
		return '"rename object" is not part of a read';
	}
	if (isWord(token, 'conversation') && isWord(previous, 'end', 'get', 'move')) {
		return '"conversation" is not part of a read';
	}
	return isName(token) && !isMark(previous, '.') && partsOfName(tokens, index) > 3
		? 'a name of four parts leads to another server'
		: undefined;
}

/** `server.database.schema.table` has four; `server...table` too. */
function partsOfName(tokens: readonly Token[], start: number): number {
	let parts = 1;
	for (let index = start + 1; isMark(tokens[index], '.'); index++) {
		parts++;
		if (isName(tokens[index + 1])) {
			index++;
		}
	}
	return parts;
}

function isAscii(text: string): boolean {
	return !/[^\0-\u007f]/.test(text);
}

const VERBS = new Set(['select', 'values', 'table', ...WRITES]);

/** Finds the verb of a statement after its WITH clause: the first one outside brackets that is not a name. */
function mainVerb(tokens: readonly Token[]): string {
	let depth = 0;
	for (const [index, token] of tokens.entries()) {
		depth += isMark(token, '(') ? 1 : isMark(token, ')') ? -1 : 0;
		const next = tokens[index + 1];
		if (depth === 0 && token.kind === 'word' && VERBS.has(token.text) && next?.text !== 'as' && !isMark(next, '(')) {
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
		return { ok: true, beginning: 'pragma', functions: [] };
	}
	return refuse(`PRAGMA ${text} is not one of those that only read`);
}

function refuse(why: string): Verdict {
	return { ok: false, why };
}
