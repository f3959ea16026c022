import type { StartRequest } from '@hawser/core/ports/debugger.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import * as vscode from 'vscode';
import { existingFile } from '../../shared/existing-file.ts';
import type { WorkspacePaths } from '../../shared/workspace-paths.ts';
import { type Fields, textIn } from '../protocol/dap-values.ts';
import { deriveConfiguration } from './derive-configuration.ts';
import { launchProblem, textsOf, withInputs } from './launch-checks.ts';
import { findEntry, membersOf } from './launch-configurations.ts';

/** One program to start. */
export interface Member {
	configuration: vscode.DebugConfiguration;
	folder: vscode.WorkspaceFolder | undefined;
}

export interface LaunchPlan {
	members: readonly Member[];
	/** A task of the compound as a whole. */
	task?: unknown;
	/** When one of the programs ends, all do. */
	stopAll: boolean;
	/** Texts in the configurations that an agent wrote, in whole or in part. */
	textsOfAgent: readonly string[];
}

/** Turns a request into sessions that are ready to start; throws when it is already known that they cannot. */
export async function planLaunch(
	request: StartRequest,
	paths: WorkspacePaths,
	signal: Cancellation,
): Promise<LaunchPlan> {
	const { entries, ...rest } = await choose(request, paths, signal);
	const members = entries.map(entry => prepare(entry, request));
	const problem = members.map(({ configuration, folder }) => launchProblem(configuration, folder)).find(Boolean);
	if (problem) {
		throw problem;
	}
	return { members, ...rest, textsOfAgent: textsOfAgent(request, entries, members) };
}

/**
 * In a configuration from a file, only what the agent's arguments changed comes from the agent. Any other does as a whole: one
 * that is inline, and one that is made for a path, in whose name a variable can stand.
 */
function textsOfAgent(
	{ configuration }: StartRequest,
	entries: readonly Entry[],
	members: readonly Member[],
): string[] {
	const written = new Set(configuration === undefined ? [] : entries.flatMap(({ fields }) => textsOf(fields)));
	return members.flatMap(member => textsOf(member.configuration)).filter(text => !written.has(text));
}

interface Entry {
	fields: Fields;
	folder: vscode.WorkspaceFolder | undefined;
}

async function choose(
	{ configuration, inline, path, folder }: StartRequest,
	paths: WorkspacePaths,
	signal: Cancellation,
): Promise<{ entries: readonly Entry[]; task?: unknown; stopAll: boolean }> {
	const folders = vscode.workspace.workspaceFolders ?? [];
	if (configuration !== undefined) {
		const entry = await findEntry(configuration, folder, signal);
		const entries = membersOf(entry).map(member => ({ fields: member.fields, folder: member.folder ?? folders[0] }));
		const task = entry.kind === 'compound' ? entry.fields['preLaunchTask'] : undefined;
		return { entries, task, stopAll: entry.fields['stopAll'] === true };
	}
	if (path !== undefined) {
		const derived = await deriveConfiguration(await existingFile(path, paths), paths);
		return { entries: [{ fields: derived.configuration, folder: derived.folder }], stopAll: false };
	}
	const chosen = folder === undefined ? folders[0] : folders.find(({ name }) => name === folder);
	return { entries: [{ fields: { name: 'Inline configuration', ...inline }, folder: chosen }], stopAll: false };
}

function prepare({ fields, folder }: Entry, { inputs = {}, args, stopOnEntry }: StartRequest): Member {
	const filled = withInputs(fields, inputs);
	return {
		folder,
		configuration: {
			// The console opening by itself would take the focus.
			internalConsoleOptions: 'neverOpen',
			...filled,
			name: textIn(filled, 'name') ?? '',
			type: textIn(filled, 'type') ?? '',
			request: textIn(filled, 'request') ?? '',
			...(args && { args }),
			...(stopOnEntry !== undefined && { stopOnEntry }),
		},
	};
}
