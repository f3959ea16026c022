import { createHash, randomBytes } from 'node:crypto';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type * as vscode from 'vscode';

/** An action that the editor offers, in the words that identify it when it is asked for again. */
export interface Offer {
	title: string;
	kind: string;
	preferred: boolean;
	disabled?: string;
	edit?: vscode.WorkspaceEdit;
	command?: vscode.Command;
}

/** Enough to find an action again: VS Code keeps none of those it has listed. */
export interface RememberedAction {
	uri: vscode.Uri;
	text: string;
	range: vscode.Range;
	title: string;
	kind: string;
}

/** The last lists of actions, so that an id means something until the file changes. */
export interface ActionMemory {
	remember(document: vscode.TextDocument, range: vscode.Range, offers: readonly Offer[]): readonly string[];
	/** E_ACTION_NOT_FOUND for an id that was never given, or too long ago. */
	recall(id: string): RememberedAction;
}

const MAX_LISTS = 50;

export function createActionMemory(): ActionMemory {
	const lists = new Map<string, readonly RememberedAction[]>();
	// An id of a window that was reloaded meanwhile must not mean another action in the new one.
	const window = randomBytes(2).toString('hex');
	let count = 0;
	return {
		remember(document, range, offers) {
			const key = `${window}.${++count}`;
			const text = fingerprint(document);
			lists.set(
				key,
				offers.map(({ title, kind }) => ({ uri: document.uri, text, range, title, kind })),
			);
			for (const oldest of [...lists.keys()].slice(0, Math.max(0, lists.size - MAX_LISTS))) {
				lists.delete(oldest);
			}
			return offers.map((_, index) => `${key}.${index + 1}`);
		},
		recall(id) {
			const [, key = '', index = ''] = /^(\w+\.\d+)\.(\d+)$/.exec(id) ?? [];
			const action = lists.get(key)?.[Number(index) - 1];
			if (action === undefined) {
				throw new ToolError('E_ACTION_NOT_FOUND', `There is no action ${id}, or it was listed too long ago.`, {
					hint: 'List the actions again with code_actions.',
				});
			}
			return action;
		},
	};
}

export function fingerprint(document: vscode.TextDocument): string {
	return createHash('sha256').update(document.getText()).digest('base64');
}

/** Snippets around a selection need a user to fill them in. */
const FOR_USERS = 'refactor.surround';

export function toOffers(answer: readonly (vscode.CodeAction | vscode.Command)[]): readonly Offer[] {
	return answer.map(toOffer).filter(({ kind }) => !kind.startsWith(FOR_USERS));
}

function toOffer(action: vscode.CodeAction | vscode.Command): Offer {
	if (isCommand(action)) {
		return { title: action.title, kind: '', preferred: false, command: action, ...refusalOf(action) };
	}
	const { title, kind, isPreferred, disabled, edit, command } = action;
	return {
		title,
		kind: kind?.value ?? '',
		preferred: isPreferred === true,
		...(edit && { edit }),
		...(command && { command }),
		...(disabled ? { disabled: disabled.reason } : !edit && command && refusalOf(command)),
	};
}

function isCommand(action: vscode.CodeAction | vscode.Command): action is vscode.Command {
	return typeof action.command === 'string';
}

/** Commands that open something for the user to choose from; they would wait there, and the agent with them. */
const OPENS_SOMETHING =
	/^(?:editor\.|workbench\.|vscode\.|_workbench|_typescript\.(?:moveToFileRefactoring|learnMore|select))/;

function refusalOf({ command }: vscode.Command): { disabled: string } | undefined {
	return OPENS_SOMETHING.test(command) ? { disabled: 'It opens a dialogue in the editor for the user.' } : undefined;
}
