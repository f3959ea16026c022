import type { Dialect } from './dialect.ts';
import type { Token } from './lexer.ts';
import { isMark, isName } from './tokens.ts';

/** A place where a statement calls, or may call, a function. What the function does only its database can tell. */
export interface FunctionUse {
	name: string;
	/** `argument.name`, which PostgreSQL takes for a call when there is no such column; else `name(argument)`. */
	attribute: boolean;
	/** Named with its schema, so that it need not be one that is found without. */
	qualified: boolean;
}

/** Reserved words, which stand before a bracket and are never the name of a function. */
const RESERVED = new Set(
	`all and any array as case cast check distinct else except from having in intersect lateral limit not offset on or
	select some then union using values when where with`.split(/\s+/),
);

export function functionUses(tokens: readonly Token[], dialect: Dialect): readonly FunctionUse[] {
	const uses = new Map<string, FunctionUse>();
	for (const [index, token] of tokens.entries()) {
		const called = isMark(tokens[index + 1], '(');
		const qualified = isMark(tokens[index - 1], '.');
		const attribute = !called && qualified && dialect === 'postgres';
		// MySQL's double quotes may hold a name.
		const nameable = isName(token) || (token.kind === 'text' && called);
		const reserved = token.kind === 'word' && RESERVED.has(token.text) && !qualified;
		if (nameable && !reserved && (called || attribute)) {
			const use = { name: token.text, attribute, qualified: qualified && !attribute };
			uses.set(JSON.stringify(use), use);
		}
	}
	return [...uses.values()];
}
