import { isDeepStrictEqual } from 'node:util';
import type { Node } from 'jsonc-parser';
import { insertProperty } from './insert.ts';
import { detectLayout, indentationAt, renderValue } from './layout.ts';
import { type Refusal, refuse } from './refusal.ts';
import { deleteProperty, isEmptyObject } from './remove.ts';
import { applyEdits, type TextEdit } from './text-edit.ts';
import { agreeExceptAt, follow, isBlank, readTree, valueOf } from './tree.ts';

export type JsonEdit =
	| {
			kind: 'changed';
			text: string;
			edits: readonly TextEdit[];
			/** The number of names of the path, counted from its beginning, that were in the text before. */
			present: number;
	  }
	| { kind: 'unchanged' }
	| Refusal;

export type JsonFound = { kind: 'found'; value: unknown } | { kind: 'absent' } | Refusal;

/** The value that the path names in JSON with comments. */
export function readProperty(text: string, path: readonly string[]): JsonFound {
	const tree = readTree(text);
	if ('kind' in tree) {
		return tree;
	}
	const trail = tree.root === undefined ? undefined : follow(tree.root, path);
	if (trail === undefined || 'kind' in trail) {
		return trail ?? { kind: 'absent' };
	}
	return trail.found === undefined ? { kind: 'absent' } : { kind: 'found', value: valueOf(trail.found.value) };
}

/**
 * Puts the value where the path names it and leaves every other character as it is. Objects on the way are made. Text that
 * is not JSON, has a name of the path twice, or something else in an object's place is refused. That is why `modify` of
 * jsonc-parser is not used, whose parser reads on after an error: it edits broken text as far as it understands it.
 */
export function setProperty(text: string, path: readonly string[], value: unknown): JsonEdit {
	const tree = readTree(text);
	if ('kind' in tree) {
		return tree;
	}
	const { root } = tree;
	const layout = detectLayout(text, root);
	if (root === undefined) {
		const edits = [{ offset: text.length, length: 0, text: renderValue(wrap(path, value), '', layout) + layout.eol }];
		return { kind: 'changed', text: applyEdits(text, edits), edits, present: 0 };
	}
	const trail = follow(root, path);
	if ('kind' in trail) {
		return trail;
	}
	const { objects, found } = trail;
	if (found !== undefined) {
		if (isDeepStrictEqual(valueOf(found.value), value)) {
			return { kind: 'unchanged' };
		}
		const { offset, length } = found.value;
		const rendered = renderValue(value, indentationAt(text, offset), layout);
		return checked(text, root, path, [{ offset, length, text: rendered }], path.length);
	}
	const present = objects.length - 1;
	const [name = '', ...rest] = path.slice(present);
	const edits = insertProperty(text, objects.at(-1) ?? root, name, wrap(rest, value), layout);
	return checked(text, root, path, edits, present);
}

export interface RemoveOptions {
	/** Objects on the way that are left empty go too, down to this many names of the path; none unless given. */
	keep?: number;
}

/** Takes the property out and leaves every other character as it is, comments included. */
export function removeProperty(text: string, path: readonly string[], options: RemoveOptions = {}): JsonEdit {
	const { keep = path.length - 1 } = options;
	const tree = readTree(text);
	const root = 'kind' in tree ? undefined : tree.root;
	if (root === undefined) {
		return 'kind' in tree ? tree : { kind: 'unchanged' };
	}
	const trail = follow(root, path);
	if ('kind' in trail) {
		return trail;
	}
	const { objects, found } = trail;
	const object = objects.at(-1);
	if (found === undefined || object === undefined) {
		return { kind: 'unchanged' };
	}
	const removed = checked(text, root, path, deleteProperty(text, object, found.node), path.length);
	if (removed.kind !== 'changed' || path.length - 1 <= keep) {
		return removed;
	}
	return isLeftEmpty(removed.text, path.slice(0, -1)) ? removeProperty(text, path.slice(0, -1), { keep }) : removed;
}

/** True when the file says nothing: an object without properties and without comments, or only white space. */
export function saysNothing(text: string): boolean {
	const tree = readTree(text);
	return !('kind' in tree) && (tree.root === undefined || isOnlyObject(text, tree.root));
}

function isOnlyObject(text: string, root: Node): boolean {
	const around = text.slice(0, root.offset) + text.slice(root.offset + root.length);
	return isEmptyObject(text, root) && isBlank(around.replace(/^\uFEFF/, ''));
}

function isLeftEmpty(text: string, path: readonly string[]): boolean {
	const tree = readTree(text);
	const trail = 'kind' in tree || tree.root === undefined ? undefined : follow(tree.root, path);
	const value = trail === undefined || 'kind' in trail ? undefined : trail.found?.value;
	return value?.type === 'object' && isEmptyObject(text, value);
}

function wrap(path: readonly string[], value: unknown): unknown {
	return path.reduceRight((inner, name) => Object.fromEntries([[name, inner]]), value);
}

/** Reads the result again before anybody writes it: a file of somebody else's must not depend on our being clever. */
function checked(text: string, root: Node, path: readonly string[], edits: TextEdit[], present: number): JsonEdit {
	const edited = applyEdits(text, edits);
	const tree = readTree(edited);
	if ('kind' in tree || tree.root === undefined || !agreeExceptAt(root, tree.root, path)) {
		return refuse('it is laid out in a way that cannot be edited safely');
	}
	return { kind: 'changed', text: edited, edits, present };
}
