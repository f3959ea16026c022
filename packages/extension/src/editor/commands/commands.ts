import { ToolError } from '@hawser/core/contract/errors.ts';
import { nearestName } from '@hawser/core/contract/nearest-name.ts';
import { protectionOfCommand } from '@hawser/core/contract/protected-commands.ts';
import type { CommandFacts, Commands } from '@hawser/core/ports/commands.ts';
import * as vscode from 'vscode';
import type { Consent } from '../consent.ts';
import { isRecord } from '../settings/json-schema.ts';
import { within } from '../until.ts';
import type { WorkspacePaths } from '../workspace-paths.ts';
import { manifestCommands, schemaTitles, titleFromId } from './command-titles.ts';

const KEYBINDINGS_SCHEMA = vscode.Uri.parse('vscode://schemas/keybindings');
const ARGUMENTS_SHOWN = 200;

export function createCommands({ paths, consent }: { paths: WorkspacePaths; consent: Consent }): Commands {
	async function all(): Promise<readonly CommandFacts[]> {
		const [registered, titles] = await Promise.all([vscode.commands.getCommands(true), readTitles()]);
		const declared = vscode.extensions.all.flatMap(({ id, packageJSON }) => manifestCommands(id, packageJSON));
		const known = new Map(
			registered.map(id => [id, { id, title: titles.get(id) ?? titleFromId(id) }] as [string, CommandFacts]),
		);
		for (const command of declared.filter(({ id }) => !id.startsWith('_'))) {
			known.set(command.id, command);
		}
		return [...known.values()].sort((left, right) => (left.id < right.id ? -1 : 1));
	}

	/** An agent has no objects to hand over, so it names them. */
	async function toArgument(value: unknown): Promise<unknown> {
		const path = isRecord(value) && Object.keys(value).length === 1 ? value['$uri'] : undefined;
		return typeof path === 'string' ? paths.resolve(path) : value;
	}

	return {
		all,
		async run(id, args, milliseconds, caller) {
			const known = await all();
			if (!known.some(command => command.id === id) && !(await vscode.commands.getCommands(false)).includes(id)) {
				const nearest = nearestName(
					id,
					known.map(command => command.id),
				);
				throw new ToolError('E_UNKNOWN_COMMAND', `There is no command "${id}".`, {
					...(nearest !== undefined && { hint: `Did you mean "${nearest}"?`, details: { nearest } }),
				});
			}
			const given = await Promise.all(args.map(toArgument));
			const rule = protectionOfCommand(id);
			if (rule !== undefined) {
				const shown = args.length === 0 ? '' : ` with ${JSON.stringify(args).slice(0, ARGUMENTS_SHOWN)}`;
				const action = `run the command ${id}${shown}`;
				await consent.forAction(
					{ rule: `command ${rule}`, action, why: 'It can weaken what guards you, or act in your place.' },
					caller,
				);
			}
			const running = Promise.resolve(vscode.commands.executeCommand<unknown>(id, ...given)).then(
				value => ({ state: 'done' as const, value }),
				(cause: unknown) => {
					const words = cause instanceof Error ? cause.message : String(cause);
					throw new ToolError('E_COMMAND_FAILED', `${id} failed: ${words}`, { cause });
				},
			);
			return (await within(running, { milliseconds, signal: caller.signal })) ?? { state: 'waiting' };
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
