import type * as vscode from 'vscode';

/** A caller or a callee, with where the calls are. */
export interface FoundCall {
	item: CalledItem;
	file: vscode.Uri;
	ranges: readonly vscode.Range[];
}

export type CalledItem = Pick<vscode.CallHierarchyItem, 'name' | 'kind' | 'uri' | 'range' | 'selectionRange'>;

/** What a server says of one function: who calls it, or whom it calls. */
export interface AnsweredCalls {
	item: vscode.CallHierarchyItem;
	calls: readonly FoundCall[];
}
