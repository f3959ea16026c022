import { recordOf } from '@hawser/core/data/plain-data.ts';
import { scalarText } from '../values/parsed-values.ts';
import type { FoundDatabase } from './found-database.ts';
import type { Source } from './source.ts';
import { parseYaml } from './structured-text.ts';

/**
 * `.ddev/config.yaml`. User, password and database are always "db". The port is only known when the file fixes it: else
 * Docker chooses one at each start, and asking it would mean running a program.
 */
export const ddev: Source = ({ files }) => {
	const path = '.ddev/config.yaml';
	const text = files.read(path);
	if (text === undefined) {
		return [];
	}
	const parsed = parseYaml(text);
	const config = recordOf('value' in parsed ? parsed.value : undefined);
	const database = recordOf(config['database']);
	const type = scalarText(database['type']) ?? 'mariadb';
	if (type === 'none' || String(config['omit_containers']).includes('db')) {
		return [];
	}
	const port = Number(scalarText(config['host_db_port']) ?? 0);
	const found: FoundDatabase = {
		engine: type === 'postgres' ? 'postgres' : type === 'mysql' ? 'mysql' : 'mariadb',
		name: 'ddev',
		source: path,
		host: '127.0.0.1',
		port,
		user: 'db',
		password: 'db',
		database: 'db',
	};
	return [
		port > 0
			? found
			: { ...found, problem: 'DDEV publishes its database on a changing port; set host_db_port in .ddev/config.yaml.' },
	];
};
