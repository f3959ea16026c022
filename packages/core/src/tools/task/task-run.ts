import { z } from 'zod';
import { answerOf, commandAnswer, outputLines, renderCommand } from '../../answers/command-answer.ts';
import { takeWhileFits } from '../../answers/paging.ts';
import { defineTool } from '../../contract/tool.ts';
import { plural } from '../../text/plural.ts';

const DEFAULT_WAIT = 120_000;
const MAX_WAIT = 60 * 60_000;
/** A background task that says nothing for a while has done its first round. */
const BACKGROUND_WAIT = 20_000;

export const taskRun = defineTool({
	name: 'task_run',
	title: 'Run a task',
	searchHint: 'run npm script task build lint',
	description:
		'Runs a task of VS Code in its terminal and gives exit code, output and the problems that its problem matchers found. A background task is answered when it has paused, and goes on.',
	whenToUse: 'Use it instead of guessing the command, where the project has a task. Names come from task_list.',
	effect: 'runs',
	needs: ['tasks'],
	plainText: true,
	budget: 30_000,
	narrowBy: ['head', 'tail'],
	timeout: MAX_WAIT + 120_000,
	failureFields: ['exitCode'],

	example: { name: 'build' },

	input: z.strictObject({
		name: z.string().min(1).describe('Name of the task.'),
		source: z.string().min(1).optional().describe('Who offers it, where several tasks have the name: npm, Workspace …'),
		folder: z.string().min(1).optional().describe('Name of its workspace folder, where several have it.'),
		timeout: z
			.int()
			.positive()
			.max(MAX_WAIT)
			.default(DEFAULT_WAIT)
			.describe('Milliseconds to wait; the task goes on after that. 120000 unless given.'),
		...outputLines,
	}),

	output: commandAnswer.extend({
		task: z.string(),
		source: z.string(),
		problemsTotal: z.int(),
		problems: z
			.array(z.object({ path: z.string(), line: z.int(), column: z.int(), severity: z.string(), message: z.string() }))
			.describe('What the problem matchers found.'),
	}),

	async run({ name, source, folder, timeout, head, tail }, { tasks }, call) {
		const task = await tasks.run({ name, source, folder });
		const tell = () => call.progress({ message: `Running ${name}` });
		const stopListening = call.signal.onCancelled(() => task.command.interrupt());
		try {
			await (task.facts.background
				? task.command.pause(Math.min(timeout, BACKGROUND_WAIT), call.signal)
				: task.command.settle(timeout, call.signal, tell));
		} finally {
			stopListening();
		}
		const rows = (await task.problems(call.signal)).map(({ path, range, severity, message }) => ({
			path,
			line: range.start.line,
			column: range.start.column,
			severity,
			message: message.slice(0, 500),
		}));
		const problems = takeWhileFits(rows, call.budget / 3, row => JSON.stringify(row).length + 1);
		return {
			...(await answerOf(task.command, { head, tail, awaited: !task.facts.background }, (call.budget * 2) / 3)),
			task: task.facts.name,
			source: task.facts.source,
			problemsTotal: rows.length,
			problems: [...problems],
		};
	},

	render(answer) {
		const { problemsTotal, problems } = answer;
		const rows = problems.map(
			({ path, line, column, severity, message }) => `${path}:${line}:${column} ${severity}: ${message}`,
		);
		const omitted = problemsTotal - problems.length;
		return [
			[
				...renderCommand(answer),
				...(problemsTotal === 0 ? [] : [`${plural(problemsTotal, 'problem')} matched:`]),
				...rows,
				...(omitted > 0 ? [`  (and ${omitted} more: call diagnostic_list)`] : []),
			].join('\n'),
		];
	},
});
