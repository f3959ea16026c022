import { ToolError } from '@hawser/core/errors/tool-error.ts';
import { nearestName } from '@hawser/core/text/nearest-name.ts';
import { COMMANDS, type CommandFacts, type CommandName, commandFacts, isCommandName } from '../input/command-table.ts';
import { alignColumns, paint, print } from '../terminal/terminal.ts';
import { describeTool } from '../tools/describe-tool.ts';
import { findTool, manifest } from '../tools/published-tools.ts';

export function printVersion(): number {
	print(manifest.version);
	return 0;
}

/** Help for the program, or for the command that is named. */
export function printHelp(topic: string | undefined): number {
	if (topic === undefined) {
		print(programHelp());
		return 0;
	}
	if (isCommandName(topic)) {
		return printCommandHelp(topic, []);
	}
	const tool = findTool(topic);
	if (tool === undefined) {
		const meant = nearestName(topic, [...Object.keys(COMMANDS), ...manifest.tools.map(({ name }) => name)]);
		const advice = meant === undefined ? '.' : `; did you mean "${meant}"?`;
		throw new ToolError('E_INVALID_PARAMS', `There is no command or tool "${topic}"${advice}`, {
			hint: 'More: hawser --help.',
		});
	}
	print(describeTool(tool));
	return 0;
}

/** `hawser call file_read --help` explains the tool rather than the command. */
export function printCommandHelp(command: CommandName, positionals: readonly string[]): number {
	const tool = command === 'call' || command === 'tools' ? findTool(positionals[0] ?? '') : undefined;
	print(tool === undefined ? commandHelp(commandFacts(command)) : describeTool(tool));
	return 0;
}

export function programHelp(): string {
	return [
		'Hawser connects agents and scripts to the VS Code window that has a project open.',
		'',
		paint('bold', 'Usage'),
		'  hawser COMMAND [arguments] [--help]',
		'',
		paint('bold', 'Commands'),
		alignColumns(
			Object.entries<CommandFacts>(COMMANDS).map(([name, { summary }]) => [name, summary]),
			'  ',
		),
		'',
		paint('bold', 'Everywhere'),
		alignColumns(
			[
				['--workspace DIR', 'Folder whose window is meant; else CLAUDE_PROJECT_DIR or the working directory decides.'],
				['--json', 'Print JSON, for programs.'],
				['--help', 'Explain the command, or with a tool the tool.'],
				['--version', 'Print the version.'],
			],
			'  ',
		),
		'',
		paint('bold', 'Try'),
		'  hawser windows                          which windows can be called',
		'  hawser tools                            what they can do',
		'  hawser call file_read path=README.md    read a file, with its unsaved edits',
		'  hawser setup                            tell an agent about Hawser',
		'  hawser doctor                           why something does not work',
	].join('\n');
}

export function commandHelp({ summary, usage, details, options, examples }: CommandFacts): string {
	return [
		summary,
		'',
		paint('bold', 'Usage'),
		`  ${usage}`,
		'',
		...details.split('\n').map(line => `  ${line}`),
		'',
		paint('bold', 'Options'),
		alignColumns(
			Object.entries(options).map(([name, option]) => [
				`--${name}${option.value === undefined ? '' : ` ${option.value}`}`,
				option.summary,
			]),
			'  ',
		),
		'',
		paint('bold', 'Examples'),
		...examples.map(({ command, does }) => `  ${command}\n      ${does}`),
	].join('\n');
}
