import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { CommandOutcome } from '@hawser/core/ports/refactorings.ts';
import type { Caller } from '@hawser/core/ports/values/caller.ts';
import { resultWithin } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import type { CommandGuard } from '../commands/command-guard.ts';
import { save } from '../documents/saved-text.ts';
import { watchChanges } from '../documents/text-changes.ts';
import type { Consent } from '../questions/consent.ts';
import type { WorkspacePaths } from '../shared/workspace-paths.ts';

/** Runs the command of an action whose extension makes the change by itself. */
export interface ActionRuns {
	run(command: vscode.Command, caller: Caller): Promise<CommandOutcome>;
}

const RUN_LIMIT = 20_000;
/** Servers send their edit beside the answer to the command. */
const QUIET = 300;

export function createActionRuns({
	paths,
	consent,
	guard,
}: {
	paths: WorkspacePaths;
	consent: Consent;
	guard: CommandGuard;
}): ActionRuns {
	return {
		async run({ command, title, arguments: given }, caller) {
			const { signal } = caller;
			const args: readonly unknown[] = given ?? [];
			// Nobody knows beforehand what the command changes, so there is nothing to show.
			await caller.review?.ask(signal);
			await guard.requireAction({ id: command, args, origin: 'a code action of an extension' }, caller);
			const dirty = new Set(vscode.workspace.textDocuments.filter(({ isDirty }) => isDirty).map(keyOf));
			const changes = watchChanges();
			try {
				const run = vscode.commands.executeCommand(command, ...args).then(() => true);
				if ((await resultWithin(run, { milliseconds: RUN_LIMIT, signal })) === undefined) {
					throw new ToolError('E_TIMEOUT', `"${title}" did not finish; it may wait for the user in the editor.`);
				}
				await changes.quiet(QUIET, signal);
			} finally {
				changes.dispose();
			}
			const documents = changes.documents();
			if (documents.length === 0) {
				throw new ToolError('E_NO_CHANGES', `"${title}" changed nothing.`);
			}
			const fresh = documents.filter(document => document.isDirty && !dirty.has(keyOf(document)));
			// Nobody knew what the command would change: what is protected stays unsaved unless the user allows it.
			await consent.forFiles(
				'change',
				fresh.map(({ uri }) => uri),
				caller,
				() => [{ label: vscode.l10n.t('Changed by'), text: title }],
			);
			for (const document of fresh) {
				if (document.isDirty) {
					await save(document, paths.show(document.uri), caller);
				}
			}
			const show = (shown: readonly vscode.TextDocument[]) => shown.map(({ uri }) => paths.show(uri)).sort();
			return {
				changed: show(documents),
				leftUnsaved: show(documents.filter(document => document.isDirty && dirty.has(keyOf(document)))),
			};
		},
	};
}

function keyOf({ uri }: vscode.TextDocument): string {
	return uri.toString();
}
