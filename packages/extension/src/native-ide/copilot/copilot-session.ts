import { pathToFileURL } from 'node:url';
import { createEditProblems } from '../shared/edit-problems.ts';
import type { UserContext } from '../shared/editor-context.ts';
import { createFollowingSession } from '../shared/following-session.ts';
import type { MentionedPlace } from '../shared/ide-connections.ts';
import { selectionParams } from '../shared/ide-messages.ts';
import { notification } from '../shared/json-rpc.ts';
import { type IdeTool, requiredText } from '../shared/mcp-session.ts';
import { problemsTool } from '../shared/problems-tool.ts';
import type { SessionParts } from '../shared/session-parts.ts';
import { createShownDiffs } from '../shared/shown-diffs.ts';
import type { IdeSession, SessionStart } from '../shared/streamable-http.ts';

/** One conversation with Copilot CLI. */
export function createCopilotSession(parts: SessionParts, { id, request, send, end }: SessionStart): IdeSession {
	const diffs = createShownDiffs(parts.proposals);
	const problems = createEditProblems(parts.problems);
	const context = parts.context();

	/** It refuses a message in which a field is missing, so that there is none for a user who is nowhere. */
	const tell = (current: UserContext) => {
		if (current.place) {
			send(notification('selection_changed', selectionParams(current)));
		}
	};

	const tools: readonly IdeTool[] = [
		{
			name: 'open_diff',
			description: 'Shows a change of a file to the user and waits for their answer.',
			properties: {
				original_file_path: { type: 'string' },
				new_file_contents: { type: 'string' },
				tab_name: { type: 'string' },
			},
			required: ['original_file_path', 'new_file_contents', 'tab_name'],
			async call(input, signal) {
				const key = requiredText(input, 'tab_name');
				const path = requiredText(input, 'original_file_path');
				const proposed = requiredText(input, 'new_file_contents');
				// It writes its own text, whatever the user makes of it, so there is nothing to edit.
				const diff = { key, path, proposed, agent: 'Copilot CLI', readonly: true };
				const { answer } = await diffs.ask(diff, signal);
				const accepted = answer === 'accepted';
				return [
					JSON.stringify({
						success: true,
						result: accepted ? 'SAVED' : 'REJECTED',
						trigger: accepted ? 'accepted_via_button' : 'rejected_via_button',
						tab_name: key,
						message: accepted ? 'The user accepted the change.' : 'The user rejected the change.',
					}),
				];
			},
		},
		{
			name: 'close_diff',
			description: 'Takes back a change that was shown.',
			properties: { tab_name: { type: 'string' } },
			required: ['tab_name'],
			async call(input) {
				const key = requiredText(input, 'tab_name');
				const found = (await diffs.withdraw(key)) !== undefined;
				const message = found ? 'The change is no longer shown.' : 'The change was not shown.';
				return [JSON.stringify({ success: true, already_closed: !found, tab_name: key, message })];
			},
		},
		{
			name: 'update_session_name',
			description: 'Names the session.',
			properties: { name: { type: 'string' } },
			call: () => Promise.resolve([JSON.stringify({ success: true })]),
		},
		{
			name: 'get_selection',
			description: 'The text that the user has selected in the editor, and its file.',
			properties: {},
			async call() {
				await context.ready;
				return [JSON.stringify({ ...selectionParams(context.current), current: true })];
			},
		},
		problemsTool('get_diagnostics', problems),
	];
	return createFollowingSession(parts, {
		...{ tools, context, diffs, tell },
		connection: { id, protocol: 'copilot', mention: place => send(mention(place)), close: end },
		claim: pidIn(request.headers['x-copilot-pid']),
	});
}

function mention({ path, text, selection }: MentionedPlace): object {
	const file = { filePath: path, fileUrl: pathToFileURL(path).href };
	return selection
		? notification('add_selection', { ...file, selection, selectedText: text ?? '' })
		: notification('add_file_reference', { ...file, selection: null, selectedText: null });
}

function pidIn(header: string | string[] | undefined): { pid?: number } {
	const pid = typeof header === 'string' ? Number(header) : Number.NaN;
	return Number.isSafeInteger(pid) && pid > 0 ? { pid } : {};
}
