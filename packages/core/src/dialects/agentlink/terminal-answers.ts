import type { Tell } from '../../contract/dialect-format.ts';
import { type PlainData, textOf } from '../../data/plain-data.ts';

export const commandResult: Tell = data => ({
	value: {
		exit_code: data['exitCode'] ?? null,
		...shown(data),
		cwd: data['cwd'],
		...(data['unfinished'] === true && { timed_out: true }),
	},
});

export const terminalOutput: Tell = data =>
	'stopped' in data
		? { value: { is_running: false, exit_code: data['exitCode'] ?? null, killed: true } }
		: {
				value: {
					is_running: data['running'],
					exit_code: data['exitCode'] ?? null,
					...shown(data),
					...(data['waitingForInput'] === true && { blocked_on_prompt: true }),
				},
			};

export const closed: Tell = data => ({ value: { closed: data['closed'] === true ? 1 : 0 } });

function shown({ output, outputUnknown, terminal, totalLines, shownLines, file }: PlainData) {
	return {
		output: textOf(output) ?? '',
		output_captured: outputUnknown === undefined,
		terminal_id: terminal,
		total_lines: totalLines,
		lines_shown: shownLines ?? totalLines,
		...(file !== undefined && { output_file: file }),
	};
}
