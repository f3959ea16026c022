import { readFileSync } from 'node:fs';
import type { PublishedTool } from '@hawser/core/contract/manifest.ts';
import { isDynamicName } from '@hawser/core/contract/names.ts';
import type { Progress } from '@hawser/core/contract/tool.ts';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import { createCancellation } from '@hawser/core/waiting/cancellation-source.ts';
import type { WindowCall } from '@hawser/link/call-window.ts';
import { hawserHome } from '@hawser/link/home.ts';
import { windowLink } from '@hawser/link/window-link.ts';
import { type Arguments, usageHint } from '../input/arguments.ts';
import { inputFromWords } from '../input/input-from-words.ts';
import { resolvePathArguments } from '../input/resolve-path-arguments.ts';
import { exitCodeOfRun } from '../terminal/exit-code-of-run.ts';
import { printReply } from '../terminal/print-failure.ts';
import { findTool, noSuchTool } from '../tools/published-tools.ts';
import { toolsOfWindow } from '../tools/tools-of-window.ts';
import { chooseTransport } from '../transports/choose-transport.ts';
import { callAndFollowReload } from '../transports/follow-reload.ts';
import type { Transport } from '../transports/transport.ts';
import { choosePlace } from '../transports/workspace.ts';

export async function run({ positionals: [name, ...words], options }: Arguments): Promise<number> {
	const { tool, called } = await requireTool(name, options);
	const input = inputFromWords(tool, options.input === undefined ? words : [readInput(options.input), ...words]);
	const project = typeof input['projectRoot'] === 'string' ? input['projectRoot'] : choosePlace(options);
	const link = windowLink(hawserHome(), { onlyWindowAnswers: true });
	const transport = chooseTransport(options.transport, link);
	const signal = createCancellation();
	process.once('SIGINT', () => signal.cancel());
	process.once('SIGTERM', () => signal.cancel());
	const progress = process.stderr.isTTY ? progressLine() : undefined;
	try {
		const call: WindowCall = {
			tool: called,
			input: await withPathsFromHere(input, tool, transport, project),
			surface: 'cli',
			...(options.timeout !== undefined && { timeout: options.timeout }),
		};
		const callOptions = { signal, ...(progress && { onProgress: progress.show }) };
		const reply = await (tool.reloadsWindow
			? callAndFollowReload(transport, project, call, callOptions)
			: transport.call(project, call, callOptions));
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
	transport: Transport,
	project: string,
): Promise<Record<string, unknown>> {
	try {
		const { folders } = await transport.find(project);
		return folders === undefined
			? input
			: resolvePathArguments(input, pathArguments, { folders, workingDirectory: process.cwd() });
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
