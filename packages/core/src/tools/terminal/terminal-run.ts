import { z } from 'zod';
import { answerOf, commandAnswer, outputLines, renderCommand, terminalName } from '../../answers/command-answer.ts';
import { path } from '../../contract/parameters.ts';
import { defineTool } from '../../contract/tool.ts';

const MAX_WAIT = 60 * 60_000;
/** Long enough to see a server that cannot start. */
const BACKGROUND_LOOK = 1000;
const PROGRESS_INTERVAL = 1000;

export const terminalRun = defineTool({
	name: 'terminal_run',
	title: 'Run a command',
	searchHint: 'run shell command bash program execute script',
	description:
		"Runs a command with the user's shell in a terminal they can watch, and gives exit code and complete output. Each command has a fresh shell: cd and variables do not last.",
	whenToUse: 'Use it for builds and programs. Start servers with background, then call terminal_read.',
	effect: 'runs',
	needs: ['terminals'],
	plainText: true,
	budget: 30_000,
	narrowBy: ['head', 'tail'],
	timeout: MAX_WAIT + 120_000,
	failureFields: ['exitCode'],
	commandLine: { command: 'command', variables: 'env', terminal: 'terminal', folder: 'cwd' },

	example: { command: 'node --version' },

	input: z.strictObject({
		command: z.string().min(1).max(100_000).describe('Command line or script.'),
		cwd: path.optional().describe('Folder; the first workspace folder unless given.'),
		env: z
			.record(z.string().regex(/^[A-Za-z_]\w*$/), z.string())
			.optional()
			.describe('More environment variables.'),
		terminal: terminalName.optional().describe('Id or name of an idle terminal of ours.'),
		timeout: z
			.int()
			.positive()
			.max(MAX_WAIT)
			.optional()
			.describe('Milliseconds to wait, 30000 unless given; the command goes on after that.'),
		background: z.boolean().default(false).describe('Answer at once and let it run.'),
		...outputLines,
	}),

	output: commandAnswer,

	async run({ command, cwd, env, terminal, timeout, background, head, tail }, { terminals }, call) {
		const started = await terminals.run({ command, cwd, env, terminal }, call);
		let toldAt = Date.now();
		const tell = () => {
			if (Date.now() - toldAt >= PROGRESS_INTERVAL) {
				toldAt = Date.now();
				call.progress({ message: lastLine(started.state().output) || 'Running' });
			}
		};
		const stopListening = call.signal.onCancelled(() => started.interrupt());
		try {
			await started.settle(
				background ? BACKGROUND_LOOK : Math.min(timeout ?? terminals.defaultWait, MAX_WAIT),
				call.signal,
				tell,
			);
		} finally {
			stopListening();
		}
		return answerOf(started, { head, tail, awaited: !background }, call.budget);
	},

	render: renderCommand,
});

function lastLine(output: string): string {
	return (output.trimEnd().split('\n').at(-1) ?? '').slice(-200);
}
