import { messageOf } from '@hawser/core/data/message-of.ts';
import { isRecord } from '@hawser/core/data/plain-data.ts';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { CommandFacts, Commands } from '@hawser/core/ports/commands.ts';
import { protectionOfCommand } from '@hawser/core/protection/protected-commands.ts';
import { nearestName } from '@hawser/core/text/nearest-name.ts';
import { resultWithin } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import type { WorkspacePaths } from '../shared/workspace-paths.ts';
import type { CommandGuard } from './command-guard.ts';
import { manifestCommands, schemaTitles, titleFromId } from './command-titles.ts';

const KEYBINDINGS_SCHEMA = vscode.Uri.parse('vscode://schemas/keybindings');

export function createCommands({ paths, guard }: { paths: WorkspacePaths; guard: CommandGuard }): Commands {
	async function all(): Promise<readonly CommandFacts[]> {
		const [registered, titles] = await Promise.all([vscode.commands.getCommands(true), readTitles()]);
		const declared = vscode.extensions.all.flatMap(({ id, packageJSON }) => manifestCommands(id, packageJSON));
		const known = new Map(
			registered.map((id): [string, CommandFacts] => [id, { id, title: titles.get(id) ?? titleFromId(id) }]),
		);
		for (const command of declared.filter(({ id }) => !id.startsWith('_'))) {
			known.set(command.id, command);
		}
		return [...known.values()].sort((left, right) => (left.id < right.id ? -1 : 1));
	}

	/** An agent has no objects to hand over, so it names them. */
	function toArgument(value: unknown): unknown {
		const path = isRecord(value) && Object.keys(value).length === 1 ? value['$uri'] : undefined;
		return typeof path === 'string' ? paths.resolve(path) : value;
	}

	/** A user is not asked about what is not there. Commands of extensions that sleep are in their manifests only. */
	async function exists(id: string): Promise<boolean> {
		const isKnown = id.startsWith('vscode.') || (await vscode.commands.getCommands(false)).includes(id);
		return isKnown || (await all()).some(command => command.id === id);
	}

	async function unknownCommand(id: string): Promise<ToolError> {
		const nearest = nearestName(
			id,
			(await all()).map(command => command.id),
		);
		return new ToolError('E_UNKNOWN_COMMAND', `There is no command "${id}".`, {
			...(nearest !== undefined && { hint: `Did you mean "${nearest}"?`, details: { nearest } }),
		});
	}

	return {
		all,
		async run(id, args, milliseconds, caller) {
			const given = await Promise.all(args.map(toArgument));
			if (protectionOfCommand(id) !== undefined && !(await exists(id))) {
				throw await unknownCommand(id);
			}
			await guard.require({ id, args }, caller);
			const running = Promise.resolve(vscode.commands.executeCommand(id, ...given)).then(
				value => ({ state: 'done' as const, value }),
				async (cause: unknown) => {
					const words = messageOf(cause);
					// Only the attempt tells: some commands, such as vscode.executeHoverProvider, are in no list.
					if (words === `command '${id}' not found`) {
						throw await unknownCommand(id);
					}
					throw new ToolError('E_COMMAND_FAILED', `${id} failed: ${words}`, { cause });
				},
			);
			return (await resultWithin(running, { milliseconds, signal: caller.signal })) ?? { state: 'waiting' };
		},
	};
}

async function readTitles(): Promise<Map<string, string>> {
	try {
		const bytes = await vscode.workspace.fs.readFile(KEYBINDINGS_SCHEMA);
		return schemaTitles(JSON.parse(Buffer.from(bytes).toString('utf8')));
	} catch {
		// Titles made from ids are better than no answer.
		return new Map();
	}
}
