/** An element with its own text, as far as build files need it. */
export interface Element {
	name: string;
	attributes: Readonly<Record<string, string>>;
	children: readonly Element[];
	text: string;
}

const TOKEN =
	/<!--[\s\S]*?-->|<!\[CDATA\[([\s\S]*?)\]\]>|<[?!][^>]*>|<\/([\w.:-]+)\s*>|<([\w.:-]+)((?:\s+[\w.:-]+\s*=\s*(?:"[^"]*"|'[^']*'))*)\s*(\/?)>|([^<]+)/g;

/** Reads XML without entities of its own: nothing is fetched and nothing expands. Names lose their prefix. */
export function parseXml(source: string): Element {
	const root: Draft = { name: '', attributes: {}, children: [], text: '' };
	const open: Draft[] = [root];
	for (const [, cdata, closing, name, attributes, selfClosing, text] of source.matchAll(TOKEN)) {
		const current = open.at(-1) ?? root;
		if (name !== undefined) {
			const element: Draft = {
				name: localName(name),
				attributes: readAttributes(attributes ?? ''),
				children: [],
				text: '',
			};
			current.children.push(element);
			if (selfClosing === '') {
				open.push(element);
			}
		} else if (closing !== undefined) {
			if (current.name !== localName(closing)) {
				throw new Error(`</${closing}> closes <${current.name}>`);
			}
			open.pop();
		} else {
			current.text += cdata ?? decode(text ?? '');
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
	return element.children.flatMap(child => [child, ...descendants(child)]);
}

function readAttributes(source: string): Record<string, string> {
	const pairs = [...source.matchAll(/([\w.:-]+)\s*=\s*(?:"([^"]*)"|'([^']*)')/g)];
	return Object.fromEntries(
		pairs.map(([, name = '', double, single]) => [localName(name), decode(double ?? single ?? '')]),
	);
}

function localName(name: string): string {
	return name.replace(/^.*:/, '');
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
