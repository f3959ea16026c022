import { z } from 'zod';
import { defineTool } from '../../contract/tool.ts';
import { toPlainJson } from './plain-json.ts';

const MAX_WAIT = 300_000;

export const commandRun = defineTool({
	name: 'command_run',
	title: 'Run a command',
	searchHint: 'execute vscode command palette',
	description:
		'Runs a command of VS Code or an extension and returns its result. Commands that are not known to be harmless, and edits of protected files by command, need the user’s consent.',
	whenToUse: 'Use it only where no other tool does it. Find the id with command_list.',
	effect: 'runs',
	needs: ['commands'],
	asksUser: { id: 'command' },
	listed: false,
	// The user may have to answer first, for a minute.
	timeout: MAX_WAIT + 70_000,

	example: { id: 'editor.foldAll' },

	input: z.strictObject({
		id: z.string().min(1).max(500).describe('Such as "editor.action.formatDocument".'),
		args: z
			.array(z.unknown())
			.max(20)
			.default([])
			.describe('Arguments, in order; { "$uri": "path" } stands for a file’s URI.'),
		timeout: z
			.int()
			.positive()
			.max(MAX_WAIT)
			.default(20_000)
			.describe('Milliseconds to wait for its end; it goes on when they are over.'),
	}),

	output: z.object({
		id: z.string(),
		state: z.enum(['done', 'waiting']).describe('waiting: it goes on, and may be asking the user something.'),
		result: z.unknown().optional(),
		notJson: z.string().optional().describe('What the result was, where JSON cannot hold it.'),
		truncated: z.boolean().optional(),
	}),

	async run({ id, args, timeout }, { commands }, call) {
		const outcome = await commands.run(id, args, timeout, call);
		return outcome.state === 'waiting'
			? { id, state: 'waiting' as const }
			: { id, state: 'done' as const, ...toPlainJson(outcome.value, call.budget - 500) };
	},

	render({ id, state, result, notJson, truncated }) {
		if (state === 'waiting') {
			return [
				`${id} has not ended yet. It may be waiting for the user, in a dialog or a list; tell them, and do not run it again.`,
			];
		}
		const shown = notJson ?? (result === undefined ? 'no result' : JSON.stringify(result));
		return [`${id} is done: ${shown}${truncated ? ' (shortened)' : ''}`];
	},
});
