import { relative } from 'node:path';
import { type Problem, problemText } from '@hawser/agent-config/custom-tools/problem.ts';
import { readToolFolder } from '@hawser/agent-config/custom-tools/tool-folder.ts';
import { TOOLS_FOLDER } from '@hawser/agent-config/custom-tools/tools-place.ts';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import { plural } from '@hawser/core/text/plural.ts';
import type { Arguments } from '../input/arguments.ts';
import { print, printJson } from '../terminal/terminal.ts';
import { chooseWorkspace } from '../transports/workspace.ts';
import { folderWith } from './project-folder.ts';

/** Checks the YAML files of this project's tools as the window would. Exit code 2 when one of them has a mistake. */
export async function checkTools({ workspace, json }: Arguments['options']): Promise<number> {
	const start = chooseWorkspace(workspace);
	const folder = folderWith([TOOLS_FOLDER], start);
	if (folder === undefined) {
		throw new ToolError('E_FILE_NOT_FOUND', `There is no ${TOOLS_FOLDER} in ${start} or above it.`, {
			hint: 'Write a tool to start from with: hawser tools new NAME.',
		});
	}
	const { tools, problems } = await readToolFolder(folder);
	const found = [...problems].flatMap(([file, list]) =>
		list.toSorted(byPlace).map(problem => ({ file: relative(folder, file), ...problem })),
	);
	if (json) {
		printJson({ folder, tools: tools.map(({ name }) => name), problems: found });
	} else {
		for (const { file, ...problem } of found) {
			print(problemText(file, problem));
		}
		const names = tools.map(({ name, enabled }) => (enabled ? name : `${name} (switched off)`));
		print(`${plural(tools.length, 'tool')} without mistakes${names.length > 0 ? `: ${names.join(', ')}` : ''}.`);
	}
	return found.some(({ severity }) => severity === 'error') ? 2 : 0;
}

function byPlace(left: Problem, right: Problem): number {
	return left.line - right.line || left.column - right.column;
}
