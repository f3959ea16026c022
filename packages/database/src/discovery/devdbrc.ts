import { listOf } from '@hawser/core/data/plain-data.ts';
import { fromEntry } from './configured.ts';
import type { Source } from './source.ts';
import { parseJsonOrYaml } from './structured-text.ts';

/** `.devdbrc`: an array in JSON, with comments or without, or in YAML. */
export const devdbrc: Source = ({ files }) => {
	const text = files.read('.devdbrc');
	if (text === undefined) {
		return [];
	}
	const parsed = parseJsonOrYaml(text);
	if ('problem' in parsed) {
		return [
			{ engine: 'sqlite', name: 'devdbrc', source: '.devdbrc', problem: `.devdbrc cannot be read: ${parsed.problem}.` },
		];
	}
	return listOf(parsed.value).map((entry, index) => fromEntry(entry, index, '.devdbrc'));
};
