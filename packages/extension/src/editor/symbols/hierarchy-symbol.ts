import type { HierarchySymbol } from '@hawser/core/ports/symbols.ts';
import type * as vscode from 'vscode';
import type { NamedFiles } from '../shared/named-files.ts';
import { toRange } from '../shared/positions.ts';
import { kindName } from './outline-tree.ts';

type HierarchyItem = Pick<vscode.CallHierarchyItem, 'name' | 'kind' | 'uri' | 'range' | 'selectionRange'>;

/** Items of call hierarchies and of type hierarchies have the same shape. */
export function toHierarchySymbol(item: HierarchyItem, named: NamedFiles): HierarchySymbol {
	return {
		name: item.name,
		kind: kindName(item.kind),
		path: named.show(item.uri),
		range: toRange(item.selectionRange),
		extent: toRange(item.range),
	};
}
