import type { Node } from 'jsonc-parser';
import { indentationAt, type Layout, renderProperty, renderValue } from './layout.ts';
import type { TextEdit } from './text-edit.ts';
import { COMMA, isComment, LINE_BREAK, TRIVIA, tokensFrom } from './tokens.ts';
import { propertiesOf } from './tree.ts';

/** Adds a property at the end of an object, behind the comments that belong to the property before. */
export function insertProperty(text: string, object: Node, name: string, value: unknown, layout: Layout): TextEdit[] {
	const last = propertiesOf(object).at(-1)?.node;
	return insertLast(text, { object, last }, layout, (indentation, own) =>
		renderProperty(name, value, indentation, own),
	);
}

/** The same for a value at the end of a list. */
export function insertElement(text: string, list: Node, value: unknown, layout: Layout): TextEdit[] {
	return insertLast(text, { object: list, last: list.children?.at(-1) }, layout, (indentation, own) =>
		renderValue(value, indentation, own),
	);
}

interface Container {
	/** An object, or a list. */
	object: Node;
	last: Node | undefined;
}

type Render = (indentation: string, layout: Layout) => string;

function insertLast(text: string, container: Container, layout: Layout, render: Render): TextEdit[] {
	const { object, last } = container;
	const inside = text.slice(object.offset, endOf(object));
	if (layout.singleLine !== false || (last !== undefined && !/[\r\n]/.test(inside))) {
		return insertInLine(text, container, layout, render);
	}
	const start = last === undefined ? object.offset + 1 : endOf(last);
	const comma = last === undefined ? undefined : findComma(text, start);
	const anchor = endOfLineComments(text, comma ?? start);
	const ownIndentation = indentationAt(text, object.offset);
	const indentation =
		last !== undefined && startsItsLine(text, last.offset)
			? indentationAt(text, last.offset)
			: `${ownIndentation}${layout.unit}`;
	const property = `${layout.eol}${indentation}${render(indentation, layout)}`;
	const closing = last === undefined && closesOnSameLine(text, anchor, object) ? `${layout.eol}${ownIndentation}` : '';
	if (last === undefined || comma !== undefined) {
		return [{ offset: anchor, length: 0, text: `${property}${comma === undefined ? '' : ','}${closing}` }];
	}
	return anchor === start
		? [{ offset: start, length: 0, text: `,${property}` }]
		: [
				{ offset: start, length: 0, text: ',' },
				{ offset: anchor, length: 0, text: property },
			];
}

function insertInLine(text: string, { object, last }: Container, layout: Layout, render: Render): TextEdit[] {
	const oneLine: Layout = { ...layout, singleLine: layout.singleLine === false ? 'spaced' : layout.singleLine };
	const property = render('', oneLine);
	const space = oneLine.singleLine === 'tight' ? '' : ' ';
	if (last === undefined) {
		return [{ offset: object.offset + 1, length: 0, text: property }];
	}
	const comma = findComma(text, endOf(last));
	return comma === undefined
		? [{ offset: endOf(last), length: 0, text: `,${space}${property}` }]
		: [{ offset: comma, length: 0, text: `${space}${property},` }];
}

export function endOf({ offset, length }: Node): number {
	return offset + length;
}

/** The offset behind the comma that follows, whatever comments and line breaks are before it. */
export function findComma(text: string, from: number): number | undefined {
	const tokens = tokensFrom(text, from);
	for (;;) {
		const token = tokens.next();
		if (token === COMMA) {
			return tokens.position;
		}
		if (token !== TRIVIA && token !== LINE_BREAK && !isComment(token)) {
			return undefined;
		}
	}
}

/** The offset behind the comments that stand in the rest of this line. */
function endOfLineComments(text: string, from: number): number {
	const tokens = tokensFrom(text, from);
	let end = from;
	for (;;) {
		const token = tokens.next();
		if (isComment(token)) {
			end = tokens.position;
		} else if (token !== TRIVIA) {
			return end;
		}
	}
}

function closesOnSameLine(text: string, from: number, object: Node): boolean {
	return /^[ \t]*$/.test(text.slice(from, endOf(object) - 1));
}

function startsItsLine(text: string, offset: number): boolean {
	return indentationAt(text, offset).length === offset - lineStart(text, offset);
}

function lineStart(text: string, offset: number): number {
	return Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
}
