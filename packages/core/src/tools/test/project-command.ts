import type { Call } from '../../contract/tool.ts';
import { ToolError } from '../../errors/tool-error.ts';
import type { TaskFacts, Tasks } from '../../ports/tasks.ts';
import { excerpt } from '../../text/output-excerpt.ts';

/** Lines that report what went well, in the words of the usual test runners. */
const PASSED = /^(?:✔|✓|√|ok \d|PASS\b|--- PASS)| PASSED\b| \.\.\. ok$/;
/** Runners that repeat all failures at the end: what comes before says nothing more. */
const SUMMARY = /^(?:✖ failing tests:|=+ FAILURES =+|failures:)$/m;

/** Runs what the project itself calls its tests, where no extension shows them. */
export async function runTestCommand(tasks: Tasks, timeout: number, call: Call) {
	const chosen = chooseTask(await tasks.list());
	const { command } = await tasks.run(chosen);
	const stopListening = call.signal.onCancelled(() => command.interrupt());
	try {
		await command.settle(timeout, call.signal, () => call.progress({ message: `Running ${chosen.name}` }));
	} finally {
		stopListening();
	}
	const { exitCode, running, output, milliseconds } = command.state();
	return {
		command: chosen.command ?? `${chosen.source}: ${chosen.name}`,
		milliseconds,
		...(exitCode !== undefined && { exitCode }),
		...(running && { running: true as const }),
		output: excerpt(exitCode === 0 ? '' : failuresIn(output), { budget: call.budget - 500 }).output,
	};
}

function chooseTask(all: readonly TaskFacts[]): TaskFacts {
	const foreground = all.filter(({ background }) => !background);
	const chosen = foreground.find(({ group }) => group === 'test') ?? foreground.find(({ name }) => name === 'test');
	if (!chosen) {
		throw new ToolError('E_NO_TESTS', 'The project has no task for its tests.', {
			hint: 'Run them with terminal_run, or add a task of the group "test".',
		});
	}
	return chosen;
}

/** What tells of failures: without the lines that report success, and told once. */
export function failuresIn(output: string): string {
	const summary = SUMMARY.exec(output);
	const told = summary ? output.slice(summary.index) : output;
	let ofPassed = false;
	const kept = told.split('\n').filter(line => {
		// In TAP, details follow their line in a block of their own.
		const content = line.trim();
		ofPassed = PASSED.test(content) || (ofPassed && content !== '' && line.startsWith(' '));
		return !ofPassed && !/^(?:# Subtest:|duration_ms:|type: 'test'$)/.test(content);
	});
	return kept.join('\n').trim();
}
