import { recordOf } from '@hawser/core/data/plain-data.ts';
import { scalarText } from '../values/parsed-values.ts';
import type { Source } from './source.ts';
import { parseToml } from './structured-text.ts';

/** `supabase/config.toml`: the local stack always uses postgres/postgres. */
export const supabase: Source = ({ files }) => {
	const path = 'supabase/config.toml';
	const text = files.read(path);
	if (text === undefined) {
		return [];
	}
	const parsed = parseToml(text);
	const db = recordOf(recordOf('value' in parsed ? parsed.value : undefined)['db']);
	const port = Number(scalarText(db['port']) ?? 54_322);
	return [
		{
			engine: 'postgres',
			name: 'supabase',
			source: path,
			host: '127.0.0.1',
			port,
			user: 'postgres',
			password: 'postgres',
			database: 'postgres',
		},
	];
};
