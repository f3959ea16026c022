import type { OutlineSymbol } from '@hawser/core/ports/symbols.ts';
import * as vscode from 'vscode';
import { byStart, toRange } from '../shared/positions.ts';

/** Providers answer with a tree, or in the older form with a flat list whose nesting only the ranges tell. */
export function outlineTree(answer: readonly (vscode.DocumentSymbol | vscode.SymbolInformation)[]): OutlineSymbol[] {
	const flat: vscode.SymbolInformation[] = [];
	const tree: OutlineSymbol[] = [];
	for (const symbol of answer) {
		// The shape decides, because vscode adds the members of DocumentSymbol in a tree from a SymbolInformation provider.
		if ('children' in symbol) {
			tree.push(fromDocumentSymbol(symbol));
		} else {
			flat.push(symbol);
		}
	}
	return inTextOrder([...tree, ...nest(flat)]);
}

function fromDocumentSymbol({
	name,
	kind,
	detail,
	range,
	selectionRange,
	children,
}: vscode.DocumentSymbol): OutlineSymbol {
	return {
		name,
		kind: kindName(kind),
		...(detail && { detail }),
		range: toRange(range),
		nameRange: toRange(selectionRange),
		children: inTextOrder(children.map(fromDocumentSymbol)),
	};
}

/** TypeScript gives members by name. */
function inTextOrder(symbols: OutlineSymbol[]): OutlineSymbol[] {
	return symbols.sort(byStart);
}

function nest(symbols: readonly vscode.SymbolInformation[]): OutlineSymbol[] {
	const roots: OutlineSymbol[] = [];
	const open: { range: vscode.Range; children: OutlineSymbol[] }[] = [];
	for (const { name, kind, location } of symbols.toSorted(outerFirst)) {
		while (open.length > 0 && open.at(-1)?.range.contains(location.range) !== true) {
			open.pop();
		}
		const children: OutlineSymbol[] = [];
		const range = toRange(location.range);
		(open.at(-1)?.children ?? roots).push({ name, kind: kindName(kind), range, nameRange: range, children });
		open.push({ range: location.range, children });
	}
	return roots;
}

function outerFirst(left: vscode.SymbolInformation, right: vscode.SymbolInformation): number {
	const { range: a } = left.location;
	const { range: b } = right.location;
	return a.start.compareTo(b.start) || b.end.compareTo(a.end);
}

export function kindName(kind: vscode.SymbolKind): string {
	const name = vscode.SymbolKind[kind];
	return name.replaceAll(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
}
