import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { nearestName } from '@hawser/core/text/nearest-name.ts';
import { summarize } from '@hawser/core/text/summarize.ts';
import { until } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import { type Fields, isFields, textIn, textsIn } from '../protocol/dap-values.ts';

/** One entry of launch.json, of the workspace file or of the user's settings. */
export interface LaunchEntry {
	name: string;
	kind: 'configuration' | 'compound';
	fields: Fields;
	folder: vscode.WorkspaceFolder | undefined;
}

/** VS Code reads a launch.json that was written a moment ago within a second. */
const RELOAD_LIMIT = 2000;

export function launchEntries(): readonly LaunchEntry[] {
	const folders = vscode.workspace.workspaceFolders ?? [];
	const single = folders.length === 1 ? folders[0] : undefined;
	const shared = vscode.workspace.getConfiguration('launch');
	const entries = [
		...folders.flatMap(folder => {
			const own = vscode.workspace.getConfiguration('launch', folder.uri);
			return entriesIn(key => own.inspect<unknown>(key)?.workspaceFolderValue, folder);
		}),
		...entriesIn(key => shared.inspect<unknown>(key)?.workspaceValue, single),
		...entriesIn(key => shared.inspect<unknown>(key)?.globalValue, single),
	];
	const known = new Map(
		entries.toReversed().map(entry => [`${entry.folder?.uri.toString() ?? ''} ${entry.name}`, entry]),
	);
	return entries.filter(entry => [...known.values()].includes(entry));
}

function entriesIn(read: (key: string) => unknown, folder: vscode.WorkspaceFolder | undefined): readonly LaunchEntry[] {
	const list = (key: string, kind: LaunchEntry['kind']): readonly LaunchEntry[] => {
		const value = read(key);
		return (Array.isArray(value) ? value : []).filter(isFields).flatMap(fields => {
			const name = textIn(fields, 'name');
			return name === undefined ? [] : [{ name, kind, fields, folder }];
		});
	};
	return [...list('configurations', 'configuration'), ...list('compounds', 'compound')];
}

/** The entry of that name; waits a moment for a launch.json that was just written. */
export async function findEntry(name: string, folder: string | undefined, signal: Cancellation): Promise<LaunchEntry> {
	const matching = () =>
		launchEntries().filter(entry => entry.name === name && (folder === undefined || entry.folder?.name === folder));
	await until(vscode.workspace.onDidChangeConfiguration, () => matching().length > 0, {
		milliseconds: RELOAD_LIMIT,
		signal,
	});
	const [found, ...others] = matching();
	if (!found) {
		throw notFound(name, folder);
	}
	if (others.length > 0) {
		const folders = [found, ...others].map(entry => entry.folder?.name ?? 'workspace');
		throw new ToolError('E_CONFIGURATION_NOT_FOUND', `${folders.length} folders have a configuration "${name}".`, {
			hint: `Say which with folder: ${folders.join(', ')}.`,
			details: { folders },
		});
	}
	return found;
}

/** The configurations that an entry starts: itself, or the members of a compound. */
export function membersOf(entry: LaunchEntry): readonly LaunchEntry[] {
	if (entry.kind === 'configuration') {
		return [entry];
	}
	const named: readonly { name: string; folder?: string | undefined }[] = textsIn(entry.fields, 'configurations').map(
		name => ({ name }),
	);
	const { configurations } = entry.fields;
	const inFolders = (Array.isArray(configurations) ? configurations : [])
		.filter(isFields)
		.map(member => ({ name: textIn(member, 'name') ?? '', folder: textIn(member, 'folder') }));
	return [...named, ...inFolders].map(({ name, folder }) => {
		const candidates = launchEntries().filter(
			candidate =>
				candidate.kind === 'configuration' &&
				candidate.name === name &&
				(folder === undefined || candidate.folder?.name === folder),
		);
		const member = candidates.find(candidate => candidate.folder === entry.folder) ?? candidates[0];
		if (!member) {
			throw new ToolError(
				'E_CONFIGURATION_NOT_FOUND',
				`The compound "${entry.name}" names "${name}", which does not exist.`,
			);
		}
		return member;
	});
}

function notFound(name: string, folder: string | undefined): ToolError {
	const names = launchEntries().map(entry => entry.name);
	const near = nearestName(name, names);
	const where = folder === undefined ? '' : ` in folder "${folder}"`;
	return new ToolError('E_CONFIGURATION_NOT_FOUND', `No launch configuration or compound is named "${name}"${where}.`, {
		hint:
			names.length === 0
				? 'This workspace has no launch.json: give debug_start a "path", or a "config".'
				: `${near === undefined ? '' : `Did you mean "${near}"? `}There are: ${summarize(names, 20)}.`,
		details: { names: names.slice(0, 100) },
	});
}
