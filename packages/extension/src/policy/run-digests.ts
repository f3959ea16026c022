import * as path from 'node:path';
import { isRecord, recordsOf, textOf } from '@hawser/core/data/plain-data.ts';
import { isWantedTask } from '@hawser/core/policy/wanted-task.ts';
import type { CallToAdmit } from '@hawser/core/runtime/call-policy.ts';
import { NEVER_CANCELLED } from '@hawser/core/waiting/cancellation-source.ts';
import { digestOf, scriptDigest, scriptDigests } from '@hawser/link/script-digests.ts';
import { resultWithin } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';

/** Extensions that look for tasks may take long; then the rule is made without a digest, and says so. */
const TASKS_LIMIT = 10_000;

/** Digests of the scripts, tasks and launch configurations that a call runs, as they are now. */
export async function runDigests({ tool, input, command }: CallToAdmit): Promise<readonly string[]> {
	const [first] = vscode.workspace.workspaceFolders ?? [];
	const folder = first?.uri.fsPath;
	if (folder === undefined) {
		return [];
	}
	if (command) {
		return scriptDigests(command.line, { cwd: textOf(input['cwd']) ?? folder, folder });
	}
	if (tool.name === 'task_run') {
		return taskDigests(input, folder);
	}
	return tool.name === 'debug_start' ? launchDigests(input) : [];
}

/** Of a task of the workspace all of tasks.json counts, because tasks depend on each other; of an npm task the script. */
async function taskDigests(input: Readonly<Record<string, unknown>>, folder: string): Promise<readonly string[]> {
	const name = textOf(input['name']) ?? '';
	const wanted = { name, source: textOf(input['source']), folder: textOf(input['folder']) };
	const tasks = await resultWithin(vscode.tasks.fetchTasks(), { milliseconds: TASKS_LIMIT, signal: NEVER_CANCELLED });
	const meant = (tasks ?? []).filter(task =>
		isWantedTask(
			{ name: task.name, source: task.source, folder: typeof task.scope === 'object' ? task.scope.name : undefined },
			wanted,
		),
	);
	return Promise.all(
		meant.map(async ({ definition, execution, scope, source: origin }) => {
			const { script, path: place }: Partial<Record<string, unknown>> = definition;
			// Tasks of the same name in several folders run what each folder has.
			const own = typeof scope === 'object' ? scope.uri.fsPath : folder;
			const ofScript =
				definition.type === 'npm' && typeof script === 'string'
					? await scriptDigest(path.join(own, textOf(place) ?? ''), script, folder)
					: undefined;
			return digestOf([name, origin, definition, ofScript ?? execution, origin === 'Workspace' && configured('tasks')]);
		}),
	);
}

async function launchDigests(input: Readonly<Record<string, unknown>>): Promise<readonly string[]> {
	const { configuration: name, args, inputs } = input;
	if (typeof name !== 'string') {
		return [];
	}
	const launch = configured('launch');
	const all = recordsOf(launch.map(recordsOfConfigurations).flat());
	const named = all.filter(configuration => configuration['name'] === name);
	return named.length === 0 ? [] : [await digestOf([named, args, inputs, all, configured('tasks')])];
}

function recordsOfConfigurations(value: unknown): readonly unknown[] {
	const { configurations, compounds }: Partial<Record<string, unknown>> = isRecord(value) ? value : {};
	return [...recordsOf(configurations), ...recordsOf(compounds)];
}

/** What launch.json or tasks.json of each folder says. */
function configured(section: 'launch' | 'tasks'): readonly unknown[] {
	return (vscode.workspace.workspaceFolders ?? []).map(({ uri }): unknown =>
		vscode.workspace.getConfiguration(undefined, uri).get(section),
	);
}
