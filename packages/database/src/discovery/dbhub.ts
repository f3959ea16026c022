import { listOf, recordOf } from '@hawser/core/data/plain-data.ts';
import { fromEntry } from './configured.ts';
import type { Source } from './source.ts';
import { parseToml, withVariables } from './structured-text.ts';

/** `dbhub.toml`: `[[sources]]` with an id and a dsn, or the parts of one. */
export const dbhub: Source = ({ files, env }) => {
	const text = files.read('dbhub.toml');
	if (text === undefined) {
		return [];
	}
	const parsed = parseToml(text);
	if ('problem' in parsed) {
		return [
			{
				engine: 'sqlite',
				name: 'dbhub',
				source: 'dbhub.toml',
				problem: `dbhub.toml cannot be read: ${parsed.problem}.`,
			},
		];
	}
	const sources = listOf(recordOf(withVariables(parsed.value, env, false))['sources']);
	return sources.map((entry, index) => fromEntry(entry, index, 'dbhub.toml'));
};
