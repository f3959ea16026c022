import { xmlTokens } from './xml-tokens.ts';

/** An element with its own text, as far as build files need it. */
export interface Element {
	name: string;
	attributes: Readonly<Record<string, string>>;
	children: readonly Element[];
	text: string;
}

/** Build files are flat; a deeper one is made to exhaust the stack of whoever goes down into it. */
const MAX_DEPTH = 200;

/** Reads XML without entities of its own: nothing is fetched and nothing expands. Names lose their prefix. */
export function parseXml(source: string): Element {
	const root: Draft = { name: '', attributes: {}, children: [], text: '' };
	const open: Draft[] = [root];
	for (const token of xmlTokens(source)) {
		const current = open.at(-1) ?? root;
		if (token.kind === 'open') {
			const element: Draft = {
				name: localName(token.name),
				attributes: readAttributes(token.attributes),
				children: [],
				text: '',
			};
			current.children.push(element);
			if (!token.closed && open.push(element) > MAX_DEPTH) {
				throw new Error(`more than ${MAX_DEPTH} elements are in each other`);
			}
		} else if (token.kind === 'close') {
			if (current.name !== localName(token.name)) {
				throw new Error(`</${token.name}> closes <${current.name}>`);
			}
			open.pop();
		} else {
			current.text += token.kind === 'cdata' ? token.text : decode(token.text);
		}
	}
	const [top] = root.children;
	if (open.length > 1 || top === undefined) {
		throw new Error(top === undefined ? 'there is no element' : `<${open.at(-1)?.name ?? ''}> is not closed`);
	}
	return top;
}

interface Draft {
	name: string;
	attributes: Record<string, string>;
	children: Draft[];
	text: string;
}

export function childrenOf(element: Element | undefined, ...path: readonly string[]): readonly Element[] {
	const [name, ...rest] = path;
	if (name === undefined) {
		return element === undefined ? [] : [element];
	}
	return (element?.children ?? []).filter(child => child.name === name).flatMap(child => childrenOf(child, ...rest));
}

export function textIn(element: Element | undefined, ...path: readonly string[]): string | undefined {
	return childrenOf(element, ...path)[0]?.text.trim();
}

export function descendants(element: Element): Element[] {
	const found: Element[] = [];
	const collect = (parent: Element): void => {
		for (const child of parent.children) {
			found.push(child);
			collect(child);
		}
	};
	collect(element);
	return found;
}

function readAttributes(source: string): Record<string, string> {
	const pairs = [...source.matchAll(/(?<![\w.:-])([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)];
	return Object.fromEntries(
		pairs.map(([, name = '', double, single]) => [localName(name), decode(double ?? single ?? '')]),
	);
}

function localName(name: string): string {
	return name.slice(name.lastIndexOf(':') + 1);
}

const ENTITIES: Partial<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

function decode(text: string): string {
	return text.replaceAll(
		/&(?:#(\d+)|#x([0-9a-f]+)|(\w+));/gi,
		(whole, decimal?: string, hex?: string, name?: string) => {
			if (name !== undefined) {
				return ENTITIES[name] ?? whole;
			}
			const code = Number.parseInt(decimal ?? hex ?? '', decimal === undefined ? 16 : 10);
			return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
		},
	);
}
