import type { EditorWindow } from '@hawser/headless/window.ts';
import { eventually } from './eventually.ts';

export interface ChatAnswer {
	text?: string;
	envelope?: { ok: boolean; data: Record<string, unknown> };
	error?: string;
}

interface ChatCall {
	/** Milliseconds after which the caller cancels. */
	cancelAfter?: number;
	tokenBudget?: number;
}

/** Calls a tool as another extension, or the chat, does. */
export async function invokeInChat(
	window: EditorWindow,
	tool: string,
	input: object,
	options: ChatCall = {},
): Promise<ChatAnswer> {
	return (await window.evaluate(
		`const source = new vscode.CancellationTokenSource();
		const tokenizationOptions = args.tokenBudget && { tokenBudget: args.tokenBudget, countTokens: async text => text.length };
		try {
			if (args.cancelAfter !== undefined) {
				setTimeout(() => source.cancel(), args.cancelAfter);
			}
			const { content } = await vscode.lm.invokeTool(args.tool, { input: args.input, toolInvocationToken: undefined, tokenizationOptions }, source.token);
			const data = content.find(part => part.data);
			return { text: content[0].value, envelope: data && JSON.parse(Buffer.from(data.data).toString()) };
		} catch (error) {
			return { error: error.message };
		}`,
		{ tool, input, ...options },
	)) as ChatAnswer;
}

/** Opens the chat's own tool picker. */
export async function openToolPicker(window: EditorWindow) {
	await window.executeCommand('workbench.action.chat.open', { mode: 'agent' });
	await window.evaluate(`void vscode.commands.executeCommand('workbench.action.chat.configureTools')`);
	const picker = window.page.locator('.quick-input-widget');
	await picker.getByText('Configure Tools').waitFor();
	return picker;
}

/** In which groups of the chat's own tool picker a user finds the tool. */
export async function groupsInToolPicker(window: EditorWindow, tool: string): Promise<string[]> {
	const { page } = window;
	const picker = await openToolPicker(window);
	await page.keyboard.type(tool);
	const rows = picker.locator('.monaco-list-row[aria-level="1"]');
	const groups = await eventually(async () => {
		const texts = await rows.allInnerTexts();
		// The group that is there before the search, and never has a tool of ours.
		if (texts.includes('Built-In')) {
			throw new Error(`The picker has not searched yet: ${texts.join()}`);
		}
		return texts;
	});
	await page.keyboard.press('Escape');
	await picker.waitFor({ state: 'hidden' });
	return groups;
}
