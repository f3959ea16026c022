import { ToolError } from '@hawser/core/errors/tool-error.ts';
import {
	type CommandUse,
	useOfActionCommand,
	useOfCall,
	useOfCommand,
} from '@hawser/core/protection/protected-commands.ts';
import * as vscode from 'vscode';
import type { Asking, Consent } from '../questions/consent.ts';
import type { QuestionPart } from '../questions/question.ts';
import { allTabs, tabUri } from '../shared/tab-uri.ts';
import type { WorkspacePaths } from '../shared/workspace-paths.ts';

/** A command that an agent would have run, however it got there. */
export interface WantedCommand {
	id: string;
	args: readonly unknown[];
	/** The source of the command, such as "code action"; the words are ours. */
	origin?: string;
}

/** Decides for every way in which an agent reaches a command: command_run, code actions, variables of configurations. */
export interface CommandGuard {
	/** Returns when the command may run; E_DENIED when it may not. */
	require(command: WantedCommand, caller: Asking): Promise<void>;
	/** The same for a command that an extension has put into one of its code actions. */
	requireAction(command: WantedCommand, caller: Asking): Promise<void>;
	/** The same for the commands that variables in these texts would run. */
	requireVariables(texts: readonly string[], caller: Asking): Promise<void>;
}

/** Texts that nobody but the agent's user has an interest in. */
const PLAIN_SCHEMES = new Set(['file', 'untitled', 'vscode-notebook-cell']);

/** Variables as VS Code reads them in configurations. Whatever follows counts as the name: the user is asked about unknown ones. */
const COMMAND_VARIABLE = /\$\{command:([^}]*)/g;
/** A variable within another, so that what runs is known only when it runs. */
const NESTED_VARIABLE = /\$\{[^}]*\$\{[^}]*/g;
/** The selection may change before it is read, and can contain variables too. */
const SELECTION_VARIABLE = /\$\{selectedText\}/g;
const FILE_VARIABLE = /\$\{(?:file|relativeFile)\w*\}/;
const SETTING_VARIABLE = /\$\{config:([^}]*)\}/g;
/** Settings may refer to other settings this many times in a row. */
const MAX_DEPTH = 5;

export function createCommandGuard({ paths, consent }: { paths: WorkspacePaths; consent: Consent }): CommandGuard {
	async function allow(use: CommandUse, command: WantedCommand, caller: Asking): Promise<void> {
		switch (use.kind) {
			case 'harmless':
				return;
			case 'edits':
				await allowTexts([activeText()].flat(), command, caller);
				return;
			case 'saves':
				await allowTexts(use.all ? unsavedTexts() : [activeText()].flat(), command, caller);
				return;
			case 'refused':
				throw new ToolError('E_DENIED', `${command.id} is a decision of the user; no agent runs it.`, {
					hint: 'Wait for the decision of the user.',
				});
			case 'asks':
				await ask(use.rule, command, caller);
		}
	}

	/** A chain of plain commands must not change files that are protected or lie outside of the project. */
	async function allowTexts(uris: readonly vscode.Uri[], command: WantedCommand, caller: Asking): Promise<void> {
		await consent.forFiles('change', uris, caller, () => describe(command));
		for (const uri of uris) {
			if (!(await isPlain(uri)) && (await consent.protectionOf(uri)) === undefined) {
				await ask('texts outside of the project', command, caller, [
					{ label: vscode.l10n.t('Text'), text: paths.show(uri) },
				]);
			}
		}
	}

	async function isPlain(uri: vscode.Uri): Promise<boolean> {
		if (uri.scheme !== 'file') {
			return PLAIN_SCHEMES.has(uri.scheme);
		}
		try {
			await paths.resolve(uri.fsPath);
			return true;
		} catch {
			return false;
		}
	}

	const ask = (rule: string, command: WantedCommand, caller: Asking, more: readonly QuestionPart[] = []) =>
		consent.forAction(
			{
				rule: `command ${rule}`,
				action: `run the command ${command.id}`,
				wants: vscode.l10n.t('run a command of the editor'),
				about: [...describe(command), ...more, { label: vscode.l10n.t('Rule'), text: rule }],
				why: vscode.l10n.t(
					'Only commands that are known to be harmless run without your answer. “Allow in this window” lets this agent run every command of the same rule, until the window reloads.',
				),
			},
			caller,
		);

	return {
		require: (command, caller) => allow(useOfCall(command.id, command.args), command, caller),
		requireAction: (command, caller) => allow(useOfActionCommand(command.id), command, caller),
		async requireVariables(texts, caller) {
			for (const id of new Set(withValues(texts).flatMap(commandsIn))) {
				await allow(
					useOfCommand(id),
					{ id, args: [], origin: vscode.l10n.t('a variable in a debug configuration') },
					caller,
				);
			}
		},
	};
}

function describe({ id, args, origin }: WantedCommand): QuestionPart[] {
	return [
		{ label: vscode.l10n.t('Command'), text: id },
		...(args.length === 0 ? [] : [{ label: vscode.l10n.t('Arguments'), text: inJson(args) }]),
		...(origin === undefined ? [] : [{ label: vscode.l10n.t('Stands in'), text: origin }]),
	];
}

/** Arguments of an extension may be anything, also what JSON cannot hold. */
function inJson(value: unknown): string {
	try {
		return JSON.stringify(value, null, 2);
	} catch {
		return vscode.l10n.t('Arguments of the extension that cannot be shown.');
	}
}

/** A custom editor or a notebook has no text editor, but it is what the command acts on. */
function activeText(): vscode.Uri | [] {
	const tab = vscode.window.tabGroups.activeTabGroup.activeTab;
	return vscode.window.activeTextEditor?.document.uri ?? (tab && tabUri(tab)) ?? [];
}

function unsavedTexts(): vscode.Uri[] {
	return vscode.workspace.textDocuments.filter(({ isDirty }) => isDirty).map(({ uri }) => uri);
}

function commandsIn(text: string): string[] {
	const unknown = [NESTED_VARIABLE, SELECTION_VARIABLE].flatMap(pattern => [...text.matchAll(pattern)]);
	return [...[...text.matchAll(COMMAND_VARIABLE)].map(([, id = '']) => id), ...unknown.map(([whole]) => whole)];
}

/** VS Code reads variables in the values of variables too: an agent may have written the setting, or named the file. */
function withValues(texts: readonly string[], depth = 0): readonly string[] {
	const names = texts.flatMap(text => [...text.matchAll(SETTING_VARIABLE)].map(([, name = '']) => name));
	const files = texts.some(text => FILE_VARIABLE.test(text)) ? openFiles().filter(file => file.includes('${')) : [];
	const found = [...names.flatMap(valuesOfSetting), ...files];
	return found.length === 0 || depth >= MAX_DEPTH ? texts : [...texts, ...withValues(found, depth + 1)];
}

/** Values of every folder, because which one counts is decided when the program is started. */
function valuesOfSetting(name: string): string[] {
	return [undefined, ...(vscode.workspace.workspaceFolders ?? [])]
		.map(folder => vscode.workspace.getConfiguration(undefined, folder).get<unknown>(name))
		.filter(value => typeof value === 'string');
}

/** Any of them may be the active one by the time it is asked for. */
function openFiles(): string[] {
	return allTabs().flatMap(tab => tabUri(tab)?.fsPath ?? []);
}
