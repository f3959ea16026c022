import type { Caller } from './values/caller.ts';
import type { Cancellation } from './values/cancellation.ts';

/** The level of a value: `default` is written by VS Code or an extension, the others by a user or an agent. */
export type SettingScope = 'user' | 'workspace' | 'folder';

export interface SettingAddress {
	key: string;
	/** Identifier of a language whose own value is meant. */
	language?: string | undefined;
	/** Workspace folder, or a file in it; the first folder unless given. */
	folder?: string | undefined;
}

export interface WrittenSetting {
	scope: 'default' | SettingScope;
	/** Limits it to this language. */
	language?: string;
	value: unknown;
}

/** The declaration of a setting's values, as far as there is one. */
export interface SettingSchema {
	description?: string;
	/** JSON types, such as "string" or "number, null". */
	type?: string;
	allowed?: readonly unknown[];
	minimum?: number;
	maximum?: number;
	pattern?: string;
	deprecated?: string;
	/** The levels at which it can be set. */
	scopes: readonly SettingScope[];
	/** True when a language can have its own value. */
	perLanguage: boolean;
}

export interface SettingFacts {
	key: string;
	/** The one that counts. */
	value: unknown;
	/** Every place where it has a value, the strongest first; its default last. */
	written: readonly WrittenSetting[];
	schema: SettingSchema;
}

export interface Settings {
	/** E_UNKNOWN_SETTING with the nearest key where there is no such setting. */
	get(address: SettingAddress, signal: Cancellation): Promise<SettingFacts>;
	/**
	 * Writes the value, or removes it when undefined, and reads it back. Checked against what the setting takes; the user
	 * is asked first where the setting guards them.
	 */
	set(
		address: SettingAddress & { scope: SettingScope; value: unknown },
		caller: Caller,
	): Promise<
		SettingFacts & {
			before: unknown /** In a window on one folder, that folder is the workspace. */;
			scope: SettingScope;
		}
	>;
}
