import { z } from 'zod';
import type { SettingFacts, SettingScope } from '../../ports/settings.ts';
import { withoutSecrets } from './secret-settings.ts';

export const settingAddress = {
	key: z.string().min(1).max(500).describe('Such as "editor.tabSize".'),
	language: z.string().min(1).max(100).optional().describe('The own value of this language, such as "python".'),
	folder: z.string().min(1).optional().describe('Workspace folder; needed only where there are several.'),
};

export const scope = z.enum(['user', 'workspace', 'folder']);

export const settingFields = {
	key: z.string(),
	value: z.unknown().describe('The one that counts.'),
	setIn: z.string().describe('Where that comes from: default, user, workspace or folder.'),
	written: z
		.array(z.object({ scope: z.string(), language: z.string().optional(), value: z.unknown() }))
		.describe('Every place that has a value, the strongest first.'),
};

/** A value longer than this is a table that no agent asked to read whole. */
const VALUE_SHOWN = 4_000;

export function toSettingFields({ key, value, written }: SettingFacts) {
	const strongest = written[0];
	return {
		key,
		value: bounded(withoutSecrets(key, value)),
		setIn: [strongest?.scope ?? 'default', strongest?.language && `for ${strongest.language}`]
			.filter(Boolean)
			.join(' '),
		written: written.map(place => ({ ...place, value: bounded(withoutSecrets(key, place.value)) })),
	};
}

export function bounded(value: unknown): unknown {
	const json = show(value);
	return json.length <= VALUE_SHOWN ? value : `${json.slice(0, VALUE_SHOWN)}… (${json.length} characters)`;
}

/** JSON, or the word for nothing. */
export function show(value: unknown): string {
	return value === undefined ? 'not set' : JSON.stringify(value);
}

export function shortly(value: unknown): string {
	const json = show(value);
	return json.length <= 300 ? json : `${json.slice(0, 300)}…`;
}

const STRENGTH = { default: 0, user: 1, workspace: 2, folder: 3 };

/** The setting as it would be if no scope stronger than this one had a value. */
export function asOfScope(facts: SettingFacts, upTo: SettingScope | undefined): SettingFacts {
	if (upTo === undefined) {
		return facts;
	}
	const written = facts.written.filter(place => STRENGTH[place.scope] <= STRENGTH[upTo]);
	return written.length === facts.written.length ? facts : { ...facts, written, value: written[0]?.value };
}
