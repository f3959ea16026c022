import { isRecord } from '@hawser/core/data/plain-data.ts';

export interface ManifestCommand {
	id: string;
	title: string;
	extension: string;
}

/** Commands that an extension's package.json declares, with their titles as the palette shows them. */
export function manifestCommands(extension: string, manifest: unknown): ManifestCommand[] {
	const contributes = isRecord(manifest) ? manifest['contributes'] : undefined;
	const listed = isRecord(contributes) ? contributes['commands'] : undefined;
	return [listed]
		.flat()
		.filter(isRecord)
		.flatMap(({ command, title, category }) => {
			const name = textOf(title);
			const group = textOf(category);
			return typeof command !== 'string'
				? []
				: [{ id: command, extension, title: [group, name ?? titleFromId(command)].filter(Boolean).join(': ') }];
		});
}

/** Titles from the schema of keybindings.json, which names every command that VS Code has a title for. */
export function schemaTitles(schema: unknown): Map<string, string> {
	const definitions = isRecord(schema) ? schema['definitions'] : undefined;
	const names = isRecord(definitions) ? definitions['commandNames'] : undefined;
	const { enum: ids, enumDescriptions: titles } = isRecord(names) ? names : {};
	const found = new Map<string, string>();
	if (Array.isArray(ids) && Array.isArray(titles)) {
		for (const [index, id] of ids.entries()) {
			const title: unknown = titles[index];
			if (typeof id === 'string' && typeof title === 'string' && title !== '') {
				found.set(id, title);
			}
		}
	}
	return found;
}

/** `editor.action.formatDocument` is "Format Document" to a user. */
export function titleFromId(id: string): string {
	const last = id.split('.').at(-1) ?? id;
	const words = last.replaceAll(/[-_:]+/g, ' ').replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ');
	return words.replaceAll(/(?:^|\s)[a-z]/g, letter => letter.toUpperCase()).trim();
}

/** Localised titles come as `{ value, original }`. */
function textOf(title: unknown): string | undefined {
	const text = isRecord(title) ? title['value'] : title;
	return typeof text === 'string' && text !== '' ? text : undefined;
}
