import { NEVER_CANCELLED } from '@hawser/core/waiting/cancellation-source.ts';
import * as vscode from 'vscode';
import type { UserContext } from '../shared/editor-context.ts';
import { createFollowingSession } from '../shared/following-session.ts';
import { notification } from '../shared/json-rpc.ts';
import { type IdeTool, requiredText } from '../shared/mcp-session.ts';
import { NATIVE_AGENTS } from '../shared/native-agents.ts';
import type { SessionParts } from '../shared/session-parts.ts';
import { createShownDiffs } from '../shared/shown-diffs.ts';
import type { IdeSession, SessionStart } from '../shared/streamable-http.ts';
import { contextParams } from './companion-messages.ts';

/** One conversation with Gemini CLI or Qwen Code, which speak the same. */
export function createCompanionSession(
	parts: SessionParts,
	protocol: 'gemini' | 'qwen',
	{ id, send, end }: Pick<SessionStart, 'id' | 'send' | 'end'>,
): IdeSession {
	const { title: agent } = NATIVE_AGENTS[protocol];
	const diffs = createShownDiffs(parts.proposals);
	const context = parts.context();

	const tell = (current: UserContext) =>
		send(notification('ide/contextUpdate', contextParams(current, vscode.workspace.isTrusted)));

	/** The agent is told in a message of its own; the call that began it has long been answered. */
	async function review(path: string, proposed: string): Promise<void> {
		const answer = await diffs.ask({ key: path, path, proposed, agent }, NEVER_CANCELLED);
		if (answer.answer === 'accepted') {
			send(notification('ide/diffAccepted', { filePath: path, content: answer.text }));
		} else if (answer.answer === 'rejected') {
			send(notification('ide/diffRejected', { filePath: path }));
		}
	}

	const tools: readonly IdeTool[] = [
		{
			name: 'openDiff',
			description: 'Shows a change of a file to the user. Their answer comes as a notification.',
			properties: { filePath: { type: 'string' }, newContent: { type: 'string' } },
			required: ['filePath', 'newContent'],
			call(input) {
				const path = requiredText(input, 'filePath');
				review(path, requiredText(input, 'newContent')).catch(() =>
					send(notification('ide/diffRejected', { filePath: path })),
				);
				return Promise.resolve([]);
			},
		},
		{
			name: 'closeDiff',
			description: 'Takes back a change that was shown, and gives the text as the user has left it.',
			properties: { filePath: { type: 'string' }, suppressNotification: { type: 'boolean' } },
			required: ['filePath'],
			async call(input) {
				const path = requiredText(input, 'filePath');
				const last = await diffs.withdraw(path);
				if (last && input['suppressNotification'] !== true) {
					send(notification('ide/diffRejected', { filePath: path }));
				}
				return [JSON.stringify({ content: last?.text ?? null })];
			},
		},
	];
	return createFollowingSession(parts, { connection: { id, protocol, close: end }, tools, context, diffs, tell });
}
