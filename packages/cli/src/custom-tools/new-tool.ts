import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { readMetadata } from '@hawser/agent-config/custom-tools/metadata.ts';
import { starterFiles } from '@hawser/agent-config/custom-tools/starter-files.ts';
import { TOOLS_FOLDER } from '@hawser/agent-config/custom-tools/tools-place.ts';
import { linkOnTheWay } from '@hawser/agent-config/link-on-the-way.ts';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import { type Arguments, usageHint } from '../input/arguments.ts';
import { print, printJson } from '../terminal/terminal.ts';
import { chooseWorkspace } from '../transports/workspace.ts';
import { folderWith } from './project-folder.ts';

/** Writes a tool to start from into the project. Nothing that is there is overwritten. */
export function newTool([name, ...others]: readonly string[], { workspace, json }: Arguments['options']): number {
	if (name === undefined || others.length > 0) {
		throw new ToolError('E_INVALID_PARAMS', 'Which name? Give one after "hawser tools new".', {
			hint: usageHint('tools'),
		});
	}
	const start = chooseWorkspace(workspace);
	const folder = folderWith(['.hawser', '.git'], start) ?? start;
	const { base, metadata, script } = starterFiles(name);
	const { facts, problems } = readMetadata(metadata, base);
	if (facts === undefined) {
		throw new ToolError('E_INVALID_PARAMS', problems.map(({ message }) => message).join(' '));
	}
	const place = join(folder, TOOLS_FOLDER);
	const link = linkOnTheWay(folder, place);
	if (link !== undefined) {
		throw new ToolError('E_INVALID_PATH', `${link} is a link, and tools are not written through one.`, {
			hint: 'Replace the link with a folder.',
		});
	}
	const taken = ['.meta.yaml', '.js', '.mjs', '.cjs'].map(ending => join(place, `${base}${ending}`)).find(existsSync);
	if (taken !== undefined) {
		throw new ToolError('E_FILE_EXISTS', `${taken} is there already.`, { hint: 'Choose another name.' });
	}
	mkdirSync(place, { recursive: true });
	const files = [join(place, `${base}.meta.yaml`), join(place, `${base}.mjs`)] as const;
	writeFileSync(files[0], metadata, { flag: 'wx' });
	writeFileSync(files[1], script, { flag: 'wx' });
	const ignored = ignoredBy(folder);
	if (json) {
		printJson({ tool: facts.name, files, ...(ignored !== undefined && { ignored }) });
		return 0;
	}
	print(
		[
			`Wrote ${files.map(file => relative(start, file)).join(' and ')}.`,
			'Next: say in the first what the tool is for and which arguments it takes, and do it in the second.',
			'      hawser tools check            finds mistakes',
			`      hawser call ${facts.name} --help   explains it, as soon as the folder is open in VS Code`,
			'The first call asks you in VS Code whether the tools of this folder may run.',
			...(ignored === undefined ? [] : [ignored]),
		].join('\n'),
	);
	return 0;
}

/** A sentence for the user when git would not see the tools, which are made to be committed. */
function ignoredBy(folder: string): string | undefined {
	if (linesOf(join(folder, '.hawser/.gitignore')).includes('*')) {
		return 'Git ignores them: .hawser/.gitignore has a line "*". To commit them, add the lines "!/tools/" and "!/tools/**" after it.';
	}
	const line = linesOf(join(folder, '.gitignore')).find(rule => /^\/?\.hawser\/?\*{0,2}$/.test(rule));
	return line === undefined
		? undefined
		: `Git ignores them: .gitignore has a line "${line}". To commit them, write "/.hawser/*" and "!/.hawser/tools/" instead.`;
}

function linesOf(file: string): readonly string[] {
	return existsSync(file)
		? readFileSync(file, 'utf8')
				.split('\n')
				.map(line => line.trim())
		: [];
}
