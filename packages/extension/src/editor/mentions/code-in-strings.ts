/** More characters than these are no expression. */
const MAX_EXPRESSION = 200;
const NAME = /^[\p{ID_Start}$_][\p{ID_Continue}$]*$/u;

/**
 * Text between quotes of a script that may be code: what only looks like such a text between the tags of JSX, and the name of a
 * property, which refers to it: `basket['total']`, `{ 'total': 1 }`.
 */
export function mayBeInScript(text: string, start: number, end: number): boolean {
	const inner = text.slice(start + 1, end - 1);
	if (/[<{]/.test(inner)) {
		return true;
	}
	const after = /\S/.exec(text.slice(end, end + MAX_EXPRESSION))?.[0] ?? '';
	return NAME.test(inner) && ']:('.includes(after);
}

const PREFIX = /[a-z]{1,2}$/i;
const EXPRESSION = /^[\p{ID_Continue}.[\], |]+$/u;
/** What stands before a type that is written as text, because it is declared later: `-> "Basket"`, `x: "shop.Basket"`, `List["Basket"]`. */
const BEFORE_TYPE = /[:>[,|(=]\s*$/;
const TYPE = /[.[|]|^\p{Lu}/u;

/** Text between quotes in Python that may be code: an expression in an f-string, a type, a name that the module exports. */
export function mayBeInPython(text: string, start: number, end: number): boolean {
	const before = text.slice(Math.max(0, start - MAX_EXPRESSION), start);
	const prefix = PREFIX.exec(before)?.[0] ?? '';
	if (/[ft]/i.test(prefix)) {
		return text.slice(start, end).includes('{');
	}
	if (end - start > MAX_EXPRESSION) {
		return false;
	}
	const inner = text.slice(start, end).replaceAll(/["']/g, '');
	if (!EXPRESSION.test(inner) || !BEFORE_TYPE.test(before)) {
		return false;
	}
	return TYPE.test(inner) || (NAME.test(inner) && /\b__all__\b/.test(before));
}
