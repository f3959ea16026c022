import { isDeepStrictEqual } from 'node:util';
import { messageOf } from '@hawser/core/data/message-of.ts';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type {
	SettingAddress,
	SettingFacts,
	SettingScope,
	Settings,
	WrittenSetting,
} from '@hawser/core/ports/settings.ts';
import { protectionOfSetting } from '@hawser/core/protection/protected-settings.ts';
import { summarize } from '@hawser/core/text/summarize.ts';
import { resultWithin, until } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import type { Consent } from '../questions/consent.ts';
import type { WorkspacePaths } from '../shared/workspace-paths.ts';
import { createSettingSchemas } from './setting-schemas.ts';
import { requireOwnSettingsFile } from './settings-file.ts';

const WRITING_LIMIT = 20_000;
const READING_BACK_LIMIT = 5_000;

const TARGETS: Record<SettingScope, vscode.ConfigurationTarget> = {
	user: vscode.ConfigurationTarget.Global,
	workspace: vscode.ConfigurationTarget.Workspace,
	folder: vscode.ConfigurationTarget.WorkspaceFolder,
};

export function createSettings({
	paths,
	consent,
}: {
	paths: WorkspacePaths;
	consent: Consent;
}): Settings & vscode.Disposable {
	const schemas = createSettingSchemas();

	async function configuration({ folder, language }: Pick<SettingAddress, 'folder' | 'language'>) {
		const uri = folder === undefined ? onlyFolder() : await paths.resolve(folder);
		if (language !== undefined && !(await vscode.languages.getLanguages()).includes(language)) {
			throw new ToolError('E_INVALID_PARAMS', `VS Code knows no language "${language}".`, {
				hint: 'Give the identifier, such as "python", "typescript" or "csharp".',
			});
		}
		const scope = language === undefined ? (uri ?? null) : { languageId: language, ...(uri && { uri }) };
		return () => vscode.workspace.getConfiguration(undefined, scope);
	}

	/** Checked right before the write; in a window with several folders, `workspace` is the user's own file. */
	async function requireOwnFile(scope: SettingScope, folder: string | undefined): Promise<void> {
		const inFolder = scope === 'folder' || (scope === 'workspace' && vscode.workspace.workspaceFile === undefined);
		const asked = folder === undefined ? undefined : vscode.workspace.getWorkspaceFolder(await paths.resolve(folder));
		const uri = asked?.uri ?? onlyFolder();
		if (inFolder && uri?.scheme === 'file') {
			await requireOwnSettingsFile(uri.fsPath);
		}
	}

	return {
		async get(address) {
			const { schema } = await schemas.find(address.key);
			const read = await configuration(address);
			return { ...factsOf(read(), address), schema };
		},

		async set({ scope: asked, value, ...address }, caller) {
			const { key, language } = address;
			const setting = await schemas.find(key);
			const { schema } = setting;
			const scope = asked === 'folder' && vscode.workspace.workspaceFile === undefined ? 'workspace' : asked;
			refuseScope(key, scope, schema.scopes);
			if (scope === 'folder' && address.folder === undefined && onlyFolder() === undefined) {
				const names = vscode.workspace.workspaceFolders?.map(({ name }) => name) ?? [];
				throw new ToolError('E_INVALID_PARAMS', `The window has several folders: ${summarize(names)}.`, {
					hint: 'Say in which with "folder".',
				});
			}
			if (language !== undefined && !schema.perLanguage) {
				throw new ToolError('E_INVALID_SETTING', `"${key}" cannot have a value of its own for a language.`);
			}
			const reason = value === undefined ? undefined : setting.whyInvalid(value);
			if (reason !== undefined) {
				throw new ToolError('E_INVALID_SETTING', `"${key}" does not take ${JSON.stringify(value)}: ${reason}.`, {
					details: { type: schema.type, allowed: schema.allowed, minimum: schema.minimum, maximum: schema.maximum },
				});
			}
			const read = await configuration(address);
			const before = valueIn(read(), { ...address, scope });
			const rule = protectionOfSetting(key, setting.restricted);
			if (rule !== undefined) {
				const change = value === undefined ? `reset ${key}` : `set ${key} to ${JSON.stringify(value)}`;
				await consent.forAction(
					{
						rule: `setting ${rule}`,
						action: `${change} (${scope})`,
						wants:
							value === undefined
								? vscode.l10n.t('reset a setting that guards you')
								: vscode.l10n.t('change a setting that guards you'),
						about: [
							{ label: vscode.l10n.t('Setting'), text: placeOf({ ...address, scope }) },
							{
								label: vscode.l10n.t('New value'),
								text: value === undefined ? vscode.l10n.t('none: what a wider scope says holds again') : inJson(value),
							},
							{
								label: vscode.l10n.t('Value now'),
								text:
									before === undefined ? vscode.l10n.t({ message: 'none', comment: ['Of a value'] }) : inJson(before),
							},
						],
						why: vscode.l10n.t('This setting guards you, or can make programs run.'),
					},
					caller,
				);
			}
			await requireOwnFile(scope, address.folder);
			await write(read(), { key, value, scope, perLanguage: language !== undefined }, caller.signal);
			const isWritten = () => isDeepStrictEqual(valueIn(read(), { ...address, scope }), value);
			if (
				!(await until(vscode.workspace.onDidChangeConfiguration, isWritten, {
					milliseconds: READING_BACK_LIMIT,
					signal: caller.signal,
				}))
			) {
				throw new ToolError('E_SAVE_FAILED', `VS Code took the value of "${key}", but reads back another one.`);
			}
			return { ...factsOf(read(), address), schema, before, scope };
		},

		dispose() {
			schemas.dispose();
		},
	};
}

/** With several folders, a value that only one of them has is not the window's. */
function onlyFolder(): vscode.Uri | undefined {
	const folders = vscode.workspace.workspaceFolders ?? [];
	return folders.length === 1 ? folders[0]?.uri : undefined;
}

function refuseScope(key: string, scope: SettingScope, scopes: readonly SettingScope[]): void {
	if (!scopes.includes(scope)) {
		throw new ToolError('E_INVALID_SETTING', `"${key}" cannot be set in the ${scope} scope.`, {
			hint: `It can be set in: ${scopes.join(', ') || 'no scope'}.`,
			details: { scopes },
		});
	}
	if (scope !== 'user' && vscode.workspace.workspaceFolders === undefined) {
		throw new ToolError('E_NO_WORKSPACE', 'No folder is open in this window, so only the user scope can be written.');
	}
}

async function write(
	configuration: vscode.WorkspaceConfiguration,
	{ key, value, scope, perLanguage }: { key: string; value: unknown; scope: SettingScope; perLanguage: boolean },
	signal: Parameters<typeof resultWithin>[1]['signal'],
): Promise<void> {
	const writing = configuration.update(key, value, TARGETS[scope], perLanguage).then(() => true);
	const done = await resultWithin(writing, { milliseconds: WRITING_LIMIT, signal }).catch((cause: unknown) => {
		const words = messageOf(cause);
		if (/unsaved changes/i.test(words)) {
			throw new ToolError('E_FILE_DIRTY', words, { hint: 'Ask the user to save their settings file first.', cause });
		}
		if (/^Unable to write/i.test(words)) {
			throw new ToolError('E_SAVE_FAILED', words, { hint: 'Ask the user to look at their settings file.', cause });
		}
		throw cause;
	});
	if (done === undefined) {
		throw new ToolError('E_TIMEOUT', `VS Code has not written "${key}" within ${WRITING_LIMIT / 1000} s.`);
	}
}

function factsOf(
	configuration: vscode.WorkspaceConfiguration,
	{ key, language }: SettingAddress,
): Omit<SettingFacts, 'schema'> {
	const { defaultValue, globalValue, workspaceValue, workspaceFolderValue, ...found } = inspect(configuration, key);
	const own = (value: unknown, scope: WrittenSetting['scope']) =>
		language === undefined || value === undefined ? [] : [{ scope, language, value }];
	const general = (value: unknown, scope: WrittenSetting['scope']) => (value === undefined ? [] : [{ scope, value }]);
	// In a window on one folder, VS Code gives the values of the workspace a second time as those of the folder.
	const hasFolderScope = vscode.workspace.workspaceFile !== undefined;
	return {
		key,
		value: plain(configuration.get(key)),
		written: [
			...(hasFolderScope ? own(found.workspaceFolderLanguageValue, 'folder') : []),
			...own(found.workspaceLanguageValue, 'workspace'),
			...own(found.globalLanguageValue, 'user'),
			...own(found.defaultLanguageValue, 'default'),
			...(hasFolderScope ? general(workspaceFolderValue, 'folder') : []),
			...general(workspaceValue, 'workspace'),
			...general(globalValue, 'user'),
			...general(defaultValue, 'default'),
		].map(place => ({ ...place, value: plain(place.value) })),
	};
}

function valueIn(
	configuration: vscode.WorkspaceConfiguration,
	{ key, language, scope }: SettingAddress & { scope: SettingScope },
): unknown {
	const found = inspect(configuration, key);
	const values: Record<SettingScope, readonly [unknown, unknown]> = {
		user: [found.globalValue, found.globalLanguageValue],
		workspace: [found.workspaceValue, found.workspaceLanguageValue],
		folder: [found.workspaceFolderValue, found.workspaceFolderLanguageValue],
	};
	return plain(values[scope][language === undefined ? 0 : 1]);
}

type Inspection = Partial<
	NonNullable<ReturnType<typeof vscode.workspace.getConfiguration>['inspect']> extends (section: string) => infer Found
		? NonNullable<Found>
		: never
>;

function inspect(configuration: vscode.WorkspaceConfiguration, key: string): Inspection {
	return configuration.inspect(key) ?? {};
}

/** VS Code hands out objects that refuse to be changed or compared. */
function plain(value: unknown): unknown {
	if (value === undefined) {
		return undefined;
	}
	const copy: unknown = JSON.parse(JSON.stringify(value));
	return copy;
}

function placeOf({ key, scope, folder, language }: SettingAddress & { scope: string }): string {
	return [key, `Scope: ${scope}`, folder && `Folder: ${folder}`, language && `Language: ${language}`]
		.filter(Boolean)
		.join('\n');
}

function inJson(value: unknown): string {
	return JSON.stringify(value, null, 2);
}
