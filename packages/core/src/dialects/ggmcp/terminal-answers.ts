import type { DialectAnswer, Tell } from '../../contract/dialect-format.ts';
import { type PlainData, textOf } from '../../data/plain-data.ts';
import { numberOf } from './answer-parts.ts';

export const terminalText: Tell = data => ({
	value: [`> ${textOf(data['command']) ?? ''}`, ...outputOf(data)].join('\n'),
	...cutNote(data),
});

/** Gives the command's output and, where that is empty or not everything, how the command ended. */
export const commandOutput: Tell = data => {
	const ending = endingOf(data);
	const output = outputOf(data);
	const status = ending ?? (output.length === 0 ? 'Command executed (exit code 0, no output)' : undefined);
	return { value: [...output, ...(status === undefined ? [] : [status])].join('\n'), ...cutNote(data) };
};

export const lastCommand: Tell = data => ({
	value: {
		status: data['running'] === true ? 'running' : 'completed',
		output: outputOf(data).join('\n'),
		...(data['exitCode'] !== undefined && { exitCode: data['exitCode'] }),
	},
	...cutNote(data),
});

function outputOf({ output }: PlainData): string[] {
	const text = (textOf(output) ?? '').replace(/\n$/, '');
	return text === '' ? [] : [text];
}

function endingOf({ running, waitingForInput, exitCode, outputUnknown }: PlainData): string | undefined {
	if (running === true) {
		return waitingForInput === true
			? '(It waits for input in the terminal.)'
			: '(Still running; get_command_output reads on.)';
	}
	if (typeof outputUnknown === 'string') {
		return `(${outputUnknown})`;
	}
	if (exitCode === undefined) {
		return '(Exit code unknown.)';
	}
	return exitCode === 0 ? undefined : `(exit code ${numberOf(exitCode)})`;
}

function cutNote({ shownLines, totalLines, file }: PlainData): Pick<DialectAnswer, 'note'> {
	return shownLines === undefined
		? {}
		: { note: `(${numberOf(shownLines)} of ${numberOf(totalLines)} lines; all are in ${String(file)}.)` };
}
