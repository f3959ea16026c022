import { recordOf, recordsOf, textOf } from '@hawser/core/data/plain-data.ts';
import { contributedTools } from '../surfaces/language-model/contributed-tools.ts';

/** Titles by name. */
export type Titles = ReadonlyMap<string, string>;

/** What our tools are called in the language of the user: VS Code translates the manifest before it hands it out. */
export function toolTitles(packageJson: unknown): Titles {
	return new Map(contributedTools(packageJson).map(({ name, title }) => [name, title]));
}

/** The same of our commands. */
export function commandTitles(packageJson: unknown): Titles {
	const commands = recordsOf(recordOf(recordOf(packageJson)['contributes'])['commands']);
	return new Map(
		commands.flatMap(({ command, title }) => {
			// VS Code keeps the English title beside a translated one.
			const text = textOf(title) ?? textOf(recordOf(title)['value']);
			return typeof command === 'string' && text !== undefined ? [[command, text]] : [];
		}),
	);
}
