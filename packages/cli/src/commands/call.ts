import { readFileSync } from 'node:fs';
import { createCancellation } from '@hawser/core/contract/cancellation-source.ts';
import { ToolError } from '@hawser/core/contract/errors.ts';
import type { PublishedTool } from '@hawser/core/contract/manifest.ts';
import { isDynamicName } from '@hawser/core/contract/names.ts';
import type { Progress } from '@hawser/core/contract/tool.ts';
import { hawserHome } from '@hawser/link/home.ts';
import { windowLink } from '@hawser/link/window-link.ts';
import { type Arguments, usageHint } from '../arguments.ts';
import { findTool, noSuchTool } from '../catalogue.ts';
import { exitCodeOfRun } from '../exit-code-of-run.ts';
import { callAndFollow } from '../follow-reload.ts';
import { inputFromWords } from '../input-from-words.ts';
import { printReply } from '../print-failure.ts';
import { resolvePathArguments } from '../resolve-path-arguments.ts';
import { toolsOfWindow } from '../tools-of-window.ts';
import { chooseWay } from '../ways/choose-way.ts';
import type { Way } from '../ways/way.ts';
import { chooseWorkspace } from '../workspace.ts';

export async function run({ positionals: [name, ...words], options }: Arguments): Promise<number> {
	const { tool, called } = await requireTool(name, options);
	const input = inputFromWords(tool, options.input === undefined ? words : [readInput(options.input), ...words]);
	const project = typeof input['projectRoot'] === 'string' ? input['projectRoot'] : chooseWorkspace(options.workspace);
	const link = windowLink(hawserHome());
	const way = chooseWay(options.transport, link);
	const signal = createCancellation();
	process.once('SIGINT', () => signal.cancel());
	process.once('SIGTERM', () => signal.cancel());
	const progress = process.stderr.isTTY ? progressLine() : undefined;
	try {
		const reply = await callAndFollow(
			way,
			project,
			{
				tool: called,
				input: await withPathsFromHere(input, tool, way, project),
				surface: 'cli',
				...(options.timeout !== undefined && { timeout: options.timeout }),
			},
			tool,
			{ signal, ...(progress && { onProgress: progress.show }) },
		);
		progress?.clear();
		return printReply(reply, options.json) || exitCodeOfRun(reply.envelope, tool);
	} finally {
		progress?.clear();
		link.close();
	}
}

/** A user in a folder of the project names files as the shell does; the window only knows its own folders. */
async function withPathsFromHere(
	input: Record<string, unknown>,
	{ pathArguments }: PublishedTool,
	way: Way,
	project: string,
): Promise<Record<string, unknown>> {
	try {
		const { folders = [] } = await way.find(project);
		return resolvePathArguments(input, pathArguments, { folders, workingDirectory: process.cwd() });
	} catch {
		// The call itself says why there is no window.
		return input;
	}
}

/** With the name as it was given: that of another system has that system's arguments. */
async function requireTool(
	name: string | undefined,
	options: Arguments['options'],
): Promise<{ tool: PublishedTool; called: string }> {
	if (name === undefined) {
		throw new ToolError('E_INVALID_PARAMS', 'Which tool? Name it after "hawser call".', { hint: usageHint('call') });
	}
	const tool = isDynamicName(name) ? (await toolsOfWindow(options)).find(own => own.name === name) : findTool(name);
	if (tool === undefined) {
		throw noSuchTool(name);
	}
	return { tool, called: name };
}

function readInput(source: string): string {
	try {
		return readFileSync(source === '-' ? 0 : source, 'utf8');
	} catch (cause) {
		throw new ToolError(
			'E_INVALID_PARAMS',
			`--input cannot be read: ${cause instanceof Error ? cause.message : source}`,
			{
				hint: usageHint('call'),
				cause,
			},
		);
	}
}

/** One line on stderr that each report replaces. */
function progressLine(): { show: (progress: Progress) => void; clear: () => void } {
	let shown = false;
	return {
		show({ message, done, total }) {
			shown = true;
			const count = done === undefined ? '' : ` (${done}${total === undefined ? '' : `/${total}`})`;
			process.stderr.write(`\r\u001B[K${message}${count}`);
		},
		clear() {
			if (shown) {
				process.stderr.write('\r\u001B[K');
			}
			shown = false;
		},
	};
}
