import { isRecord } from '@hawser/core/data/plain-data.ts';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { SettingSchema, SettingScope } from '@hawser/core/ports/settings.ts';
import { nearestName } from '@hawser/core/text/nearest-name.ts';
import * as vscode from 'vscode';
import { dereference, type Schema, type SchemaDocument, typesOf, whyInvalid } from './json-schema.ts';

export interface KnownSetting {
	schema: SettingSchema;
	/** Takes effect only in trusted workspaces. */
	restricted: boolean;
	/** Why the setting does not take the value; undefined when it does. */
	whyInvalid(value: unknown): string | undefined;
}

export interface SettingSchemas extends vscode.Disposable {
	/** E_UNKNOWN_SETTING with the nearest key where there is no such setting. */
	find(key: string): Promise<KnownSetting>;
}

interface Loaded {
	all: SchemaDocument;
	keys: Record<'user' | 'workspace' | 'folder' | 'resourceLanguage', ReadonlySet<string>>;
}

/**
 * The schemas that VS Code checks settings.json with. Extensions see them as files of the scheme `vscode`: the only place
 * that has the schemas of VS Code's own settings too.
 */
export function createSettingSchemas(): SettingSchemas {
	let loading: Promise<Loaded> | undefined;
	const subscription = vscode.extensions.onDidChange(() => (loading = undefined));

	async function load(): Promise<Loaded> {
		const [all, user, machine, workspace, folder, resourceLanguage] = await Promise.all(
			['default', 'user', 'machine', 'workspace', 'folder', 'resourceLanguage'].map(read),
		);
		const keysOf = (document: SchemaDocument | undefined) => new Set(Object.keys(document?.properties ?? {}));
		return {
			all: all ?? { properties: {}, $defs: {} },
			keys: {
				// In a remote window, settings of the machine are in another file than the user's, and are theirs all the same.
				user: new Set([...keysOf(user), ...keysOf(machine)]),
				workspace: keysOf(workspace),
				folder: keysOf(folder),
				resourceLanguage: keysOf(resourceLanguage),
			},
		};
	}

	return {
		async find(key) {
			loading ??= load();
			const { all, keys } = await loading.catch((error: unknown) => {
				loading = undefined;
				throw error;
			});
			const found = Object.hasOwn(all.properties, key) ? all.properties[key] : undefined;
			if (found === undefined || key.startsWith('[')) {
				throw unknownSetting(key, Object.keys(all.properties));
			}
			const rules = dereference(found, all.$defs);
			const scopes = (['user', 'workspace', 'folder'] as const).filter(scope => keys[scope].has(key));
			return {
				schema: describe(rules, scopes, keys.resourceLanguage.has(key)),
				restricted: rules['restricted'] === true,
				whyInvalid: value => whyInvalid(value, rules, all.$defs),
			};
		},
		dispose: () => void subscription.dispose(),
	};
}

async function read(name: string): Promise<SchemaDocument> {
	const bytes = await vscode.workspace.fs.readFile(vscode.Uri.parse(`vscode://schemas/settings/${name}`));
	const document: unknown = JSON.parse(Buffer.from(bytes).toString('utf8'));
	return isRecord(document)
		? { properties: records(document['properties']), $defs: records(document['$defs'] ?? document['definitions']) }
		: { properties: {}, $defs: {} };
}

function records(value: unknown): Record<string, Schema> {
	const entries = isRecord(value) ? Object.entries(value) : [];
	return Object.fromEntries(entries.filter((entry): entry is [string, Record<string, unknown>] => isRecord(entry[1])));
}

function unknownSetting(key: string, keys: readonly string[]): ToolError {
	if (key.startsWith('[')) {
		return new ToolError('E_UNKNOWN_SETTING', `"${key}" is a language, not a setting.`, {
			hint: 'Give the key of the setting, and the language with "language".',
		});
	}
	const nearest = nearestName(key, keys);
	return new ToolError('E_UNKNOWN_SETTING', `There is no setting "${key}".`, {
		...(nearest !== undefined && { hint: `Did you mean "${nearest}"?`, details: { nearest } }),
	});
}

function describe(rules: Schema, scopes: readonly SettingScope[], perLanguage: boolean): SettingSchema {
	const text = (...names: readonly string[]) => names.map(name => rules[name]).find(value => typeof value === 'string');
	const number = (name: string) => (typeof rules[name] === 'number' ? rules[name] : undefined);
	const description = text('markdownDescription', 'description');
	const deprecated = text('deprecationMessage', 'markdownDeprecationMessage');
	const minimum = number('minimum');
	const maximum = number('maximum');
	const types = typesOf(rules);
	const pattern = text('pattern');
	const allowed = allowedValues(rules);
	return {
		...(description !== undefined && { description }),
		...(types.length > 0 && { type: types.join(', ') }),
		...(allowed && { allowed }),
		...(minimum !== undefined && { minimum }),
		...(maximum !== undefined && { maximum }),
		...(pattern !== undefined && { pattern }),
		...(deprecated !== undefined && { deprecated }),
		scopes,
		perLanguage,
	};
}

function allowedValues(rules: Schema): readonly unknown[] | undefined {
	if (Array.isArray(rules['enum'])) {
		const listed: readonly unknown[] = rules['enum'];
		return listed;
	}
	return typesOf(rules).join() === 'boolean' ? [true, false] : undefined;
}
