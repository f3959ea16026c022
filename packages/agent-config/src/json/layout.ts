import type { Node } from 'jsonc-parser';
import { propertiesOf } from './tree.ts';

/** The layout of a file, so that our addition looks as if its author had written it. */
export interface Layout {
	/** One step of indentation. */
	unit: string;
	eol: string;
	/** Everything in one line, and whether there are spaces in it. */
	singleLine: false | 'spaced' | 'tight';
}

const DEFAULT_UNIT = '  ';

export function detectLayout(text: string, root: Node | undefined): Layout {
	const eol = /\r\n|\r|\n/.exec(text)?.[0] ?? '\n';
	const [first] = root === undefined ? [] : propertiesOf(root);
	if (root === undefined || first === undefined) {
		return { unit: DEFAULT_UNIT, eol, singleLine: false };
	}
	if (!/[\r\n]/.test(text.slice(root.offset, root.offset + root.length))) {
		return { unit: DEFAULT_UNIT, eol, singleLine: /":\s/.test(text) ? 'spaced' : 'tight' };
	}
	const outer = indentationAt(text, root.offset);
	const inner = indentationAt(text, first.node.offset);
	const unit = inner.startsWith(outer) ? inner.slice(outer.length) : '';
	return { unit: unit === '' ? DEFAULT_UNIT : unit, eol, singleLine: false };
}

/** The white space at the beginning of the line that the offset is in. */
export function indentationAt(text: string, offset: number): string {
	const start = Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
	return /^[ \t]*/.exec(text.slice(start, offset).replace(/^\uFEFF/, ''))?.[0] ?? '';
}

/** `"name": value` as it stands in a line with this indentation. */
export function renderProperty(name: string, value: unknown, indentation: string, layout: Layout): string {
	const colon = layout.singleLine === 'tight' ? ':' : ': ';
	return `${JSON.stringify(name)}${colon}${renderValue(value, indentation, layout)}`;
}

export function renderValue(value: unknown, indentation: string, { unit, eol, singleLine }: Layout): string {
	if (singleLine !== false) {
		return inOneLine(value, singleLine === 'spaced' ? ' ' : '');
	}
	return JSON.stringify(value, null, unit).split('\n').join(`${eol}${indentation}`);
}

function inOneLine(value: unknown, space: string): string {
	if (Array.isArray(value)) {
		return `[${value.map(item => inOneLine(item, space)).join(`,${space}`)}]`;
	}
	if (typeof value === 'object' && value !== null) {
		const properties = Object.entries(value).map(
			([name, item]) => `${JSON.stringify(name)}:${space}${inOneLine(item, space)}`,
		);
		return `{${properties.join(`,${space}`)}}`;
	}
	return JSON.stringify(value);
}
