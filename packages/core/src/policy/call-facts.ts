import type { ToolFacts } from '../contract/tool.ts';
import { isRecord, recordsOf, textOf } from '../data/plain-data.ts';
import { splitCellAddress } from '../text/notebook-text.ts';
import type { CommandLine } from './command-rules.ts';

/** What is known of a tool wherever it is listed, and says which of its arguments rules speak of. */
type JudgedTool = Pick<ToolFacts, 'commandLine' | 'changesOnlyNamedFiles'> & {
	readonly pathArguments?: readonly string[];
};

/** What the arguments of a call say to rules. */
export interface CallFacts {
	/** Files that the arguments name. */
	paths: readonly string[];
	/** False when the call may change other files than these. */
	onlyThesePaths: boolean;
	command?: CommandLine;
}

/** The window judges by it, and `hawser rules explain` foretells by it. */
export function callFacts(tool: JudgedTool, input: Readonly<Record<string, unknown>>): CallFacts {
	const command = commandOf(tool, input);
	return {
		paths: namedPaths(input, tool.pathArguments ?? []),
		onlyThesePaths: tool.changesOnlyNamedFiles === true,
		...(command && { command }),
	};
}

function commandOf({ commandLine }: JudgedTool, input: Readonly<Record<string, unknown>>): CommandLine | undefined {
	const line = commandLine && textOf(input[commandLine.command]);
	if (!commandLine || line === undefined) {
		return undefined;
	}
	const { variables, terminal, folder, isInput = false } = commandLine;
	const isChosen = [terminal, folder].some(name => name !== undefined && input[name] !== undefined);
	const ownSurroundings = isInput || isChosen || (variables !== undefined && !isNothing(input[variables]));
	return { line, ordinaryShell: true, ownSurroundings };
}

function isNothing(variables: unknown): boolean {
	return variables === undefined || (isRecord(variables) && Object.keys(variables).length === 0);
}

/** Lists of changes name a file each. */
function namedPaths(input: Readonly<Record<string, unknown>>, names: readonly string[]): readonly string[] {
	const own = names.map(name => input[name]);
	const nested = Object.values(input).flatMap(value => recordsOf(value).map(({ path }) => path));
	const named = [...own, ...nested].flat().filter(path => typeof path === 'string');
	// A rule about a notebook is about its cells too.
	return named.map(path => splitCellAddress(path)?.notebook ?? path);
}
