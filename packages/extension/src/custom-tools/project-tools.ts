/** The tools of the window's projects. Loaded when one of them has a folder of tools, not by the start of the window. */
import { realpathSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { readProgramFiles } from '@hawser/agent-config/custom-tools/program-files.ts';
import { completeArguments, nameArguments } from '@hawser/agent-config/custom-tools/take-input.ts';
import { type CustomTool, readToolFolder, type ToolFolder } from '@hawser/agent-config/custom-tools/tool-folder.ts';
import { defineDynamicTool } from '@hawser/core/contract/dynamic-tools.ts';
import type { Call, Outcome, Tool } from '@hawser/core/contract/tool.ts';
import { messageOf } from '@hawser/core/data/message-of.ts';
import { recordOf } from '@hawser/core/data/plain-data.ts';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import { checkJsonInput } from '@hawser/core/input/check-json-input.ts';
import { createCallQueue } from '@hawser/core/runtime/call-queue.ts';
import { createCancellation } from '@hawser/core/waiting/cancellation-source.ts';
import * as vscode from 'vscode';
import type { Log } from '../log/log.ts';
import { outcomeOf } from './answer-text.ts';
import type { FolderState } from './folder-state.ts';
import { createPermissions } from './permissions.ts';
import { createProblemReport } from './problem-report.ts';
import { createScripts } from './run-script.ts';
import type { ScriptHost } from './script-host.ts';

export interface ProjectTools extends vscode.Disposable {
	/** The tools of these folders as they are on disk now; what is wrong with them is reported. */
	read(folders: readonly string[]): Promise<FoundTools>;
}

export interface FoundTools {
	tools: readonly Tool[];
	/** Another text whenever something about the tools is different. */
	state: string;
}

export interface ProjectToolsOptions {
	home: string;
	log: Log;
	host: () => ScriptHost;
}

/** Scripts that run at once, without those that they call in turn. */
const CAPACITY = { running: 8, waiting: 64 };
/** Milliseconds to read the folder, to wait for a place and to start the process. */
const STARTING_TIME = 30_000;
/** Tools of the project may call each other this deep. */
const MAX_DEPTH = 3;

export function createProjectTools({ home, log, host }: ProjectToolsOptions): ProjectTools {
	const report = createProblemReport(log);
	const permissions = createPermissions(home);
	const scripts = createScripts(fileURLToPath(new URL('./script-process.js', import.meta.url)));
	const queue = createCallQueue(CAPACITY);
	/** Maps each request to the number of project tools above a call that a script makes. */
	const depths = new Map<string, number>();

	async function run(tool: CustomTool, raw: Record<string, unknown>, call: Call): Promise<Outcome> {
		if (!vscode.workspace.isTrusted) {
			throw new ToolError('E_UNTRUSTED_WORKSPACE', `${tool.name} runs code, and this workspace is not trusted.`);
		}
		const depth = depths.get(call.requestId) ?? 0;
		if (depth > MAX_DEPTH) {
			throw new ToolError('E_CAPACITY', `Custom tools call each other more than ${MAX_DEPTH} deep: ${tool.name}.`);
		}
		const { questions, invoke } = host();
		const { tool: present, loadable } = await permissions.require(() => readState(tool, raw), questions, call);
		const params = completeArguments(present.parameters, raw, present.folder);
		const leave = depth === 0 ? await queue.enter(call.signal) : () => undefined;
		const inner = createCancellation();
		const stopListening = call.signal.onCancelled(() => inner.cancel());
		let calls = 0;
		try {
			const json = await scripts.run({
				tool: present.name,
				start: {
					...{ script: present.script, folder: present.folder, params, patterns: patternsOf(present) },
					...(loadable && {
						loadable: { below: realpathSync(path.join(present.folder, '.hawser')), hashes: loadable },
					}),
				},
				timeout: present.timeout,
				signal: inner,
				async call(name, input) {
					const requestId = `${call.requestId}/${++calls}`;
					depths.set(requestId, depth + 1);
					try {
						const client = call.client && { client: call.client };
						return await invoke(name, input, {
							surface: 'custom',
							agent: call.agent,
							...client,
							requestId,
							signal: inner,
						});
					} finally {
						depths.delete(requestId);
					}
				},
				progress: progress => call.progress(progress),
				log: text => log.info(`${present.name}: ${text}`),
			});
			return outcomeOf(json, call.budget);
		} finally {
			stopListening();
			// Calls that the script did not wait for end with it.
			inner.cancel();
			leave();
		}
	}

	function publish(tool: CustomTool, trusted: boolean): Tool {
		const { name, title, description, whenToUse, effect, inputJsonSchema } = tool;
		const defined = defineDynamicTool({
			...{ name, title, description, whenToUse, effect, inputJsonSchema },
			outputJsonSchema: { type: 'object' },
			// The script's own time is kept where it runs.
			timeout: tool.timeout + STARTING_TIME,
			// Until the user trusts the folder, its words are kept from agents.
			listed: trusted,
			run: (input, call) => run(tool, input, call),
		});
		return { ...defined, prepare: input => defined.prepare(nameArguments(tool.parameters, recordOf(input))) };
	}

	return {
		async read(folders) {
			const found = await Promise.all(folders.map(readToolFolder));
			const { tools, problems } = unite(found);
			report.show(problems);
			const enabled = tools.filter(tool => tool.enabled);
			const trusted = vscode.workspace.isTrusted;
			return {
				tools: enabled.map(tool => publish(tool, trusted)),
				state: JSON.stringify([trusted, enabled]),
			};
		},
		dispose() {
			scripts.dispose();
			report.dispose();
		},
	};
}

/** The files on disk now are what will run, so they must be allowed, whatever a watcher has reported of them. */
async function readState(tool: CustomTool, raw: Record<string, unknown>): Promise<FolderState> {
	const folder = await readToolFolder(tool.folder);
	const present = presentTool(folder, tool);
	// Checked first, so that the user is not asked about a call that cannot be made.
	checkJsonInput(raw, present.inputJsonSchema);
	completeArguments(present.parameters, raw, present.folder);
	return { tool: present, tools: folder.tools, programs: await readPrograms(present) };
}

async function readPrograms({ name, folder }: CustomTool): Promise<FolderState['programs']> {
	try {
		return await readProgramFiles(folder);
	} catch (cause) {
		const said = messageOf(cause);
		throw new ToolError('E_CUSTOM_TOOL_FAILED', `${name} was not started: ${said}`, { cause });
	}
}

function presentTool({ tools }: ToolFolder, { name }: CustomTool): CustomTool {
	const present = tools.find(tool => tool.name === name && tool.enabled);
	if (present === undefined) {
		throw new ToolError('E_UNKNOWN_TOOL', `${name} is not there any more, or its files have mistakes.`, {
			hint: 'Run "hawser tools check" in the project to see them.',
		});
	}
	return present;
}

function patternsOf({ parameters }: CustomTool): Record<string, string> {
	return Object.fromEntries(
		parameters.flatMap(({ name, pattern }) => (pattern === undefined ? [] : [[name, pattern] as const])),
	);
}

/** When several folders have a tool of the same name, the first one counts. */
function unite(folders: readonly ToolFolder[]): ToolFolder {
	const tools = new Map<string, CustomTool>();
	const problems = new Map(folders.flatMap(folder => [...folder.problems]));
	for (const tool of folders.flatMap(folder => folder.tools)) {
		const other = tools.get(tool.name);
		if (other === undefined) {
			tools.set(tool.name, tool);
		} else {
			const message = `${other.metadata} defines ${tool.name} already.`;
			const place = { line: 1, column: 1, endLine: 1, endColumn: 1 };
			problems.set(tool.metadata, [...(problems.get(tool.metadata) ?? []), { severity: 'error', message, ...place }]);
		}
	}
	return { tools: [...tools.values()], problems };
}
