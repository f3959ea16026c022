import { isDeepStrictEqual } from 'node:util';
import type { Node } from 'jsonc-parser';
import { type JsonEdit, removeProperty, setProperty } from './edit-json.ts';
import { insertElement } from './insert.ts';
import { detectLayout, indentationAt, renderValue } from './layout.ts';
import { type Refusal, refuse } from './refusal.ts';
import { deleteElement } from './remove.ts';
import { applyEdits, type TextEdit } from './text-edit.ts';
import { agreeExceptAt, follow, readTree, valueOf } from './tree.ts';

/** Tells our value of a list from those of others. */
type IsOwn = (value: unknown) => boolean;

interface FoundList {
	root: Node;
	list: Node;
	values: readonly unknown[];
}

/** The values of the list that the path names; none where there is no list. */
export function readList(
	text: string,
	path: readonly string[],
): { kind: 'found'; values: readonly unknown[] } | Refusal {
	const found = findList(text, path);
	return found === undefined ? { kind: 'found', values: [] } : 'kind' in found ? found : { kind: 'found', ...found };
}

/** Puts the value at the end of the list, or in the place of our old one. Every other character stays as it is. */
export function setElement(text: string, path: readonly string[], value: unknown, isOwn: IsOwn): JsonEdit {
	const found = findList(text, path);
	if (found === undefined) {
		return setProperty(text, path, [value]);
	}
	if ('kind' in found) {
		return found;
	}
	const { root, list, values } = found;
	const layout = detectLayout(text, root);
	const at = values.findIndex(isOwn);
	const old = list.children?.[at];
	if (old === undefined) {
		return checked(text, path, found, { edits: insertElement(text, list, value, layout), wanted: [...values, value] });
	}
	if (isDeepStrictEqual(values[at], value)) {
		return { kind: 'unchanged' };
	}
	const { offset, length } = old;
	const edits = [{ offset, length, text: renderValue(value, indentationAt(text, offset), layout) }];
	return checked(text, path, found, { edits, wanted: values.with(at, value) });
}

/**
 * Takes our value out of the list. With `keep` the list goes too if that leaves it empty, and so do the objects around it,
 * down to this many names of the path.
 */
export function removeElement(text: string, path: readonly string[], isOwn: IsOwn, keep = path.length): JsonEdit {
	const found = findList(text, path);
	if (found === undefined || 'kind' in found) {
		return found ?? { kind: 'unchanged' };
	}
	const { list, values } = found;
	const at = values.findIndex(isOwn);
	const own = list.children?.[at];
	if (own === undefined) {
		return { kind: 'unchanged' };
	}
	if (values.length === 1 && keep < path.length) {
		return removeProperty(text, path, { keep });
	}
	return checked(text, path, found, { edits: deleteElement(text, list, own), wanted: values.toSpliced(at, 1) });
}

function findList(text: string, path: readonly string[]): FoundList | Refusal | undefined {
	const tree = readTree(text);
	if ('kind' in tree || tree.root === undefined) {
		return 'kind' in tree ? tree : undefined;
	}
	const trail = follow(tree.root, path);
	if ('kind' in trail || trail.found === undefined) {
		return 'kind' in trail ? trail : undefined;
	}
	const list = trail.found.value;
	return list.type === 'array'
		? { root: tree.root, list, values: (list.children ?? []).map(valueOf) }
		: refuse(`"${path.join('.')}" in it is not a list`);
}

/** Reads the result again before anybody writes it. */
function checked(
	text: string,
	path: readonly string[],
	{ root }: FoundList,
	{ edits, wanted }: { edits: readonly TextEdit[]; wanted: readonly unknown[] },
): JsonEdit {
	const edited = applyEdits(text, edits);
	const now = findList(edited, path);
	const isRight =
		now !== undefined &&
		!('kind' in now) &&
		isDeepStrictEqual(now.values, wanted) &&
		agreeExceptAt(root, now.root, path);
	return isRight
		? { kind: 'changed', text: edited, edits, present: path.length }
		: refuse('it is laid out in a way that cannot be edited safely');
}
