import type { EditPlan } from '@hawser/core/ports/edit-plan.ts';
import type * as vscode from 'vscode';

/** Turns what a language server wants to change into a plan that can be looked at, and then made as a whole. */
export interface WorkspaceEdits {
	plan(edit: vscode.WorkspaceEdit): Promise<EditPlan>;
}
