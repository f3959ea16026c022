import type { Runtime } from '@hawser/core/runtime/runtime.ts';
import { createCancellation } from '@hawser/core/waiting/cancellation-source.ts';
import * as vscode from 'vscode';
import { effectInWords } from '../../words/effect-words.ts';
import type { ContributedTool } from './contributed-tools.ts';
import { describeCall } from './describe-call.ts';
import { chatToolName } from './names.ts';
import { toToolResult } from './tool-result.ts';

export interface RegisterOptions {
	tools: readonly ContributedTool[];
	/** Loaded by the first call that has to be confirmed or made. */
	runtime: () => Promise<Runtime>;
	onFailure: (what: string, cause: unknown) => void;
}

const ARGUMENTS_SHOWN = 4000;
/** Characters per token, on the safe side. */
const TOKEN_LENGTH = 3;

/** Registers every tool with VS Code's chat; one that fails does not keep the others out. */
export function registerTools({ tools, runtime, onFailure }: RegisterOptions): vscode.Disposable {
	const registrations = tools.flatMap(tool => {
		try {
			return [vscode.lm.registerTool(chatToolName(tool.name), chatTool(tool, runtime))];
		} catch (cause) {
			onFailure(`${tool.name} could not be registered for the chat`, cause);
			return [];
		}
	});
	return vscode.Disposable.from(...registrations);
}

function chatTool(tool: ContributedTool, runtime: () => Promise<Runtime>): vscode.LanguageModelTool<object> {
	return {
		async prepareInvocation({ input }) {
			const invocationMessage = describeCall(tool.title, input);
			const { wantsConfirmation } = await runtime();
			return (await wantsConfirmation(tool.name, input, { surface: 'language-model' }))
				? { invocationMessage, confirmationMessages: confirmation(tool, invocationMessage, input) }
				: { invocationMessage };
		},

		async invoke({ input, tokenizationOptions }, token) {
			const cancellation = createCancellation();
			const listener = token.onCancellationRequested(cancellation.cancel);
			try {
				if (token.isCancellationRequested) {
					cancellation.cancel();
				}
				const { invoke } = await runtime();
				const reply = await invoke(tool.name, input, {
					surface: 'language-model',
					signal: cancellation,
					...(tokenizationOptions && { room: tokenizationOptions.tokenBudget * TOKEN_LENGTH }),
				});
				return toToolResult(reply);
			} finally {
				listener.dispose();
			}
		},
	};
}

function confirmation(
	{ title, effect }: ContributedTool,
	sentence: string,
	input: object,
): vscode.LanguageModelToolConfirmationMessages {
	const text = JSON.stringify(input, undefined, 2);
	const shown =
		text.length <= ARGUMENTS_SHOWN
			? text
			: `${text.slice(0, ARGUMENTS_SHOWN)}\n… ${vscode.l10n.t('{0} characters', text.length)}`;
	const message = new vscode.MarkdownString();
	message.appendText(
		vscode.l10n.t({
			message: '{0}. This {1}.',
			args: [sentence, effectInWords(effect)],
			comment: ['{0}: a call, as "Rename a symbol: count", {1}: what it does, as "changes files"'],
		}),
	);
	message.appendCodeblock(shown, 'json');
	return { title: `${title}?`, message };
}
