import type { Node } from 'jsonc-parser';
import { endOf, findComma } from './insert.ts';
import type { TextEdit } from './text-edit.ts';
import { isComment, LINE_BREAK, TRIVIA, tokensFrom } from './tokens.ts';
import { isBlank, propertiesOf } from './tree.ts';

/** Takes a property out of its object, with the comma that separated it and the white space before it. */
export function deleteProperty(text: string, object: Node, property: Node): TextEdit[] {
	return deleteChild(
		text,
		object,
		propertiesOf(object).map(({ node }) => node),
		property,
	);
}

/** The same for a value of a list. */
export function deleteElement(text: string, list: Node, element: Node): TextEdit[] {
	return deleteChild(text, list, list.children ?? [], element);
}

function deleteChild(text: string, object: Node, nodes: readonly Node[], property: Node): TextEdit[] {
	const index = nodes.indexOf(property);
	const previous = nodes[index - 1];
	const behind = findComma(text, endOf(property));
	if (nodes.length === 1 && isBlank(text.slice(object.offset + 1, property.offset))) {
		const rest = text.slice(behind ?? endOf(property), endOf(object) - 1);
		if (isBlank(rest)) {
			return [{ offset: object.offset + 1, length: object.length - 2, text: '' }];
		}
	}
	const from = previous === undefined ? object.offset + 1 : endOf(previous);
	const before = previous === undefined ? undefined : findComma(text, from);
	const ownStart = startOfGap(text, before ?? from, property.offset);
	if (behind !== undefined) {
		return [removal(text, ownStart, behind)];
	}
	const own = removal(text, ownStart, endOf(property));
	if (before === undefined) {
		return [own];
	}
	return before === own.offset
		? [{ offset: before - 1, length: own.length + 1, text: own.text }]
		: [{ offset: before - 1, length: 1, text: '' }, own];
}

/** True when an object holds nothing at all, not even a comment. */
export function isEmptyObject(text: string, object: Node): boolean {
	return propertiesOf(object).length === 0 && isBlank(text.slice(object.offset + 1, endOf(object) - 1));
}

/** Finds the start of the white space directly before `end`; comments stay. */
function startOfGap(text: string, from: number, end: number): number {
	const tokens = tokensFrom(text, from);
	let start = from;
	while (tokens.position < end) {
		const token = tokens.next();
		if (isComment(token)) {
			start = tokens.position;
		} else if (token !== TRIVIA && token !== LINE_BREAK) {
			break;
		}
	}
	return start;
}

/** A line comment before the gap would swallow what follows in the line, so the line break stays unless one follows. */
function removal(text: string, start: number, end: number): TextEdit {
	const followedByBreak = /^[ \t]*(?:[\r\n]|$)/.test(text.slice(end));
	const gap = /^[ \t]*(\r\n|\r|\n)/.exec(text.slice(start, end));
	const endsLineComment = gap !== null && lineBefore(text, start).includes('//');
	return { offset: start, length: end - start, text: endsLineComment && !followedByBreak ? (gap[1] ?? '') : '' };
}

function lineBefore(text: string, offset: number): string {
	const start = Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1));
	return offset === 0 ? '' : text.slice(start + 1, offset);
}
