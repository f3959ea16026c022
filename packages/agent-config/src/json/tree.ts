import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { type Refusal, refuse } from './refusal.ts';

/** JSON as configuration files have it: with comments, trailing commas and a byte order mark where people put them. */
export interface JsonTree {
	/** Undefined when there is nothing but white space. */
	root: Node | undefined;
}

export function readTree(text: string): JsonTree | Refusal {
	// Blanked rather than cut off, so that offsets stay those of the text.
	const readable = text.replace(/^\uFEFF/, ' ');
	if (isBlank(readable)) {
		return { root: undefined };
	}
	const errors: ParseError[] = [];
	try {
		const root = parseTree(readable, errors, { allowTrailingComma: true });
		const [first] = errors;
		if (first !== undefined) {
			return refuse(`it is not valid JSON: ${printParseErrorCode(first.error)} at ${placeOf(readable, first.offset)}`);
		}
		if (root?.type !== 'object') {
			return refuse('it does not hold a JSON object');
		}
		return isDeep(root) ? refuse(TOO_DEEP) : { root };
	} catch (cause) {
		if (cause instanceof RangeError) {
			return refuse(TOO_DEEP);
		}
		throw cause;
	}
}

const TOO_DEEP = 'it is nested too deeply';
/** No configuration comes near; and functions that call themselves stay far from the end of the stack. */
const MAX_DEPTH = 500;

function isDeep(root: Node): boolean {
	let level: readonly Node[] = [root];
	for (let depth = 0; level.length > 0; depth++) {
		if (depth > MAX_DEPTH) {
			return true;
		}
		level = level.flatMap(({ children = [] }) => children);
	}
	return false;
}

/** True when there is nothing but what JSON takes for white space, which is less than JavaScript does. */
export function isBlank(text: string): boolean {
	return /^[ \t\r\n]*$/.test(text);
}

export interface Property {
	node: Node;
	key: Node;
	value: Node;
}

export function propertiesOf(object: Node): Property[] {
	return (object.children ?? []).flatMap(node => {
		const [key, value] = node.children ?? [];
		return key === undefined || value === undefined ? [] : [{ node, key, value }];
	});
}

/** Follows the path into the tree as far as it leads. */
export interface Trail {
	/** The objects on the way, the root first; at most as many as the path has names. */
	objects: readonly Node[];
	/** The property that the whole path names. */
	found: Property | undefined;
}

/** Refuses what a reader of the file could understand in two ways, and what is in the way. */
export function follow(root: Node, path: readonly string[]): Trail | Refusal {
	const objects = [root];
	let object = root;
	for (const [index, name] of path.entries()) {
		const [match, another] = propertiesOf(object).filter(({ key }) => key.value === name);
		if (another !== undefined) {
			return refuse(`it has ${quote(path.slice(0, index + 1))} twice`);
		}
		if (match === undefined || index === path.length - 1) {
			return { objects, found: match };
		}
		if (match.value.type !== 'object') {
			return refuse(`${quote(path.slice(0, index + 1))} in it is not an object`);
		}
		object = match.value;
		objects.push(object);
	}
	return { objects, found: undefined };
}

/** True when two trees say the same everywhere but at the path. */
export function agreeExceptAt(left: Node, right: Node, path: readonly string[]): boolean {
	const [name, ...rest] = path;
	const others = (object: Node) => propertiesOf(object).filter(({ key }) => key.value !== name);
	const [lefts, rights] = [others(left), others(right)];
	const agree =
		lefts.length === rights.length &&
		lefts.every(({ key, value }, index) => {
			const other = rights[index];
			return other !== undefined && key.value === other.key.value && sameNode(value, other.value);
		});
	if (!agree || rest.length === 0) {
		return agree;
	}
	const step = (object: Node) => propertiesOf(object).find(({ key }) => key.value === name)?.value;
	const [below, otherBelow] = [step(left), step(right)];
	const bothObjects = below?.type === 'object' && otherBelow?.type === 'object';
	return !bothObjects || agreeExceptAt(below, otherBelow, rest);
}

function sameNode(left: Node, right: Node): boolean {
	const [lefts, rights] = [left.children ?? [], right.children ?? []];
	return (
		left.type === right.type &&
		Object.is(left.value, right.value) &&
		lefts.length === rights.length &&
		lefts.every((child, index) => {
			const other = rights[index];
			return other !== undefined && sameNode(child, other);
		})
	);
}

/** The value of the node, as JSON.parse would give it. */
export function valueOf(node: Node): unknown {
	if (node.type === 'object') {
		return Object.fromEntries(propertiesOf(node).map(({ key, value }) => [key.value, valueOf(value)]));
	}
	const plain: unknown = node.value;
	return node.type === 'array' ? (node.children ?? []).map(valueOf) : plain;
}

function quote(path: readonly string[]): string {
	return `"${path.join('.')}"`;
}

function placeOf(text: string, offset: number): string {
	const lines = text.slice(0, offset).split(/\r\n|\r|\n/);
	return `line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
}
