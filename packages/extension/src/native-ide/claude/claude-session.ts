import { textOf } from '@hawser/core/data/plain-data.ts';
import { createEditProblems } from '../shared/edit-problems.ts';
import type { UserContext } from '../shared/editor-context.ts';
import { mentionParams, selectionParams } from '../shared/ide-messages.ts';
import { notification } from '../shared/json-rpc.ts';
import { createMcpSession, type IdeTool, requiredText } from '../shared/mcp-session.ts';
import { problemsTool } from '../shared/problems-tool.ts';
import type { SessionParts } from '../shared/session-parts.ts';
import { createShownDiffs } from '../shared/shown-diffs.ts';
import type { IdeSession } from '../shared/streamable-http.ts';

/**
 * Milliseconds after the handshake at which the place of the user is told. Claude Code begins to listen some time after it, and does not
 * ask; what it hears twice is no news to it.
 */
const TELL_AFTER = [0, 500, 2000, 6000];

/** One conversation with Claude Code, or with opencode, which knows a part of it. */
export function createClaudeSession(
	parts: SessionParts,
	{ id, send, end }: { id: string; send: (message: object) => void; end: () => void },
): IdeSession {
	const { version, proposals, connections, problems: sources } = parts;
	const diffs = createShownDiffs(proposals);
	const problems = createEditProblems(sources);
	let agent = 'Claude Code';
	const context = parts.context();
	let following: { dispose(): unknown } | undefined;
	const timers: NodeJS.Timeout[] = [];

	const tell = (current: UserContext) => send(notification('selection_changed', selectionParams(current)));

	async function follow(): Promise<void> {
		following ??= context.onDidChange(tell);
		await context.ready;
		for (const later of TELL_AFTER) {
			timers.push(setTimeout(() => tell(context.current), later));
		}
		// The first edit must not wait for the tools to be loaded.
		await sources.load();
	}

	const tools: readonly IdeTool[] = [
		{
			name: 'openDiff',
			description: 'Shows a change of a file to the user and waits for their answer.',
			properties: {
				old_file_path: { type: 'string' },
				new_file_path: { type: 'string' },
				new_file_contents: { type: 'string' },
				tab_name: { type: 'string' },
			},
			required: ['old_file_path', 'new_file_path', 'new_file_contents', 'tab_name'],
			async call(input, signal) {
				const key = requiredText(input, 'tab_name');
				const proposed = requiredText(input, 'new_file_contents');
				const path = textOf(input['new_file_path']) ?? requiredText(input, 'old_file_path');
				const answer = await diffs.ask({ key, path, proposed, agent }, signal);
				// A closed tab is a no. TAB_CLOSED would be a yes: it is never the answer to this.
				return answer.answer === 'accepted' ? ['FILE_SAVED', answer.text] : ['DIFF_REJECTED', key];
			},
		},
		{
			name: 'close_tab',
			description: 'Takes back a change that was shown.',
			properties: { tab_name: { type: 'string' } },
			required: ['tab_name'],
			async call(input) {
				await diffs.withdraw(requiredText(input, 'tab_name'));
				return ['TAB_CLOSED'];
			},
		},
		{
			name: 'closeAllDiffTabs',
			description: 'Takes back all changes that were shown for this agent.',
			properties: {},
			call: async () => [`CLOSED_${await diffs.withdrawAll()}_DIFF_TABS`],
		},
		problemsTool('getDiagnostics', problems),
	];
	const session = createMcpSession({
		version,
		tools,
		introduced(claim) {
			agent = claim === undefined || /claude/i.test(claim.name) ? agent : claim.name;
			connections.introduced(id, claim ?? {});
		},
		initialized: () => void follow().catch(() => undefined),
		notified(method, { pid }) {
			if (method === 'ide_connected' && typeof pid === 'number' && Number.isSafeInteger(pid) && pid > 0) {
				connections.introduced(id, { pid });
			}
		},
	});
	connections.add({
		id,
		protocol: 'claude',
		mention: place => send(notification('at_mentioned', mentionParams(place))),
		close: end,
	});
	return {
		answer: session.answer,
		close() {
			timers.forEach(clearTimeout);
			following?.dispose();
			session.close();
			void diffs.withdrawAll();
			connections.ended(id);
		},
	};
}
