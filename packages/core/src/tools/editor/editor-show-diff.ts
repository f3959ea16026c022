import { z } from 'zod';
import { path } from '../../contract/parameters.ts';
import { defineTool } from '../../contract/tool.ts';
import { isToolError, ToolError } from '../../errors/tool-error.ts';
import type { DocumentText } from '../../ports/documents.ts';
import { withNewlines } from '../../text/newlines.ts';
import { unifiedDiff } from '../../text/unified-diff.ts';

const DEFAULT_WAIT = 10 * 60_000;
const MAX_WAIT = 60 * 60_000;

export const editorShowDiff = defineTool({
	name: 'editor_show_diff',
	title: 'Propose a change to the user',
	searchHint: 'propose change review accept reject approve patch',
	description:
		'Shows the file beside your proposed text, waits until the user accepts or rejects it, and writes the file when they accept. They may edit the proposal first.',
	whenToUse: 'Use it when the user should decide on a change before it is made.',
	effect: 'edits',
	needs: ['editor', 'documents'],
	// The comparison is the question; a second one before it would only be in the way.
	asksUser: 'always',
	// Longer than the user is waited for, so that "no answer" is an answer and not a time-out.
	timeout: MAX_WAIT + 120_000,

	example: { path: 'src/checkout.ts', proposed: 'export const shipping = 4.5;' },

	input: z.strictObject({
		path,
		proposed: z.string().describe('The whole new text of the file. The file need not exist.'),
		title: z.string().min(1).max(80).optional().describe('What the change is, for the name of the tab.'),
		timeout: z
			.int()
			.positive()
			.max(MAX_WAIT)
			.default(DEFAULT_WAIT)
			.describe('Milliseconds to wait for the user; 10 minutes unless given.'),
	}),

	output: z.object({
		path: z.string(),
		verdict: z.enum(['accepted', 'rejected', 'no_answer']),
		written: z.boolean(),
		closed: z.literal(true).optional().describe('The user closed the diff without accepting or rejecting.'),
		reason: z.string().optional().describe('What the user says about it.'),
		userEdits: z.string().optional().describe('What the user changed in your proposal, as a unified diff.'),
		created: z.boolean().optional(),
		version: z.string().optional().describe('Version of the file as it is now.'),
		changedOnSave: z.string().optional().describe('What saving changed on top, such as formatting.'),
	}),

	async run({ path, proposed: given, title, timeout }, { editor, documents }, call) {
		const proposed = withNewlines(given);
		const present: DocumentText | undefined = (await documents.exists(path))
			? await documents.read(path, call.signal)
			: undefined;
		if (present?.text === proposed) {
			throw new ToolError('E_NO_CHANGES', `The proposed text is what ${present.path} has now.`);
		}
		const waiting = () => call.progress({ message: `Waiting for the user to decide on ${path}` });
		const proposal = { path, exists: present !== undefined, proposed, title };
		const { decision, text, reason } = await editor.propose(proposal, timeout, waiting, call.signal);
		const answer = {
			path: present?.path ?? path,
			...(reason !== undefined && { reason }),
			...(text !== proposed && { userEdits: unifiedDiff(proposed, text, { budget: call.budget / 2 }) }),
		};
		if (decision !== 'accepted') {
			return {
				...answer,
				verdict: decision === 'no_answer' ? decision : ('rejected' as const),
				written: false,
				...(decision === 'closed' && { closed: true as const }),
			};
		}
		try {
			const written = present
				? await documents.change(path, { replaces: 'whole', version: present.version }, () => text, call)
				: await documents.create(path, text, call);
			const { created, version, changedOnSave } = written;
			return {
				...answer,
				path: written.path,
				verdict: decision,
				written: true,
				created,
				version,
				...(changedOnSave !== undefined && { changedOnSave }),
			};
		} catch (cause) {
			throw notWritten(cause, answer);
		}
	},

	render({ path, verdict, closed, reason, userEdits, created, changedOnSave }) {
		const outcome = {
			accepted: `Accepted: ${path} is ${created ? 'created' : 'changed'} and saved.`,
			rejected: closed ? `Rejected: the user closed the diff of ${path}.` : `Rejected: ${path} stays as it is.`,
			no_answer: `No answer: nobody decided on ${path} in time. The diff is closed and nothing was written.`,
		}[verdict];
		const lines = [
			outcome,
			reason === undefined ? '' : `The user says: ${reason}`,
			userEdits === undefined ? '' : `The user changed your proposal:\n${userEdits}`,
			changedOnSave === undefined ? '' : `Saving changed on top:\n${changedOnSave}`,
		];
		return [lines.filter(Boolean).join('\n'), outcome];
	},
});

/** The user's work must not be lost when the file cannot take it. */
function notWritten(cause: unknown, answer: { userEdits?: string }): unknown {
	if (!isToolError(cause)) {
		return cause;
	}
	const { code, message, hint, details } = cause;
	return new ToolError(code, `The user accepted the proposal, but it was not written. ${message}`, {
		hint,
		details: { ...details, verdict: 'accepted', ...answer },
		cause,
	});
}
