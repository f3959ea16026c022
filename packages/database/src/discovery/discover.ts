import { compose, composeServices, throughCompose } from './compose.ts';
import { fromSetting } from './configured.ts';
import { dbhub } from './dbhub.ts';
import { ddev } from './ddev.ts';
import { devdbrc } from './devdbrc.ts';
import { django } from './django.ts';
import { readEnvFiles } from './env-file.ts';
import { envVariables } from './env-variables.ts';
import type { FoundDatabase } from './found-database.ts';
import { laravel } from './laravel.ts';
import { ormConfig, sequelize } from './orm-config.ts';
import { prisma } from './prisma.ts';
import type { ProjectFiles } from './project-files.ts';
import { rails } from './rails.ts';
import type { Source } from './source.ts';
import { sqliteFiles } from './sqlite-files.ts';
import { storeVariables } from './store-variables.ts';
import { supabase } from './supabase.ts';

/** The user's own entries come first, then those of frameworks, then files that merely lie around. */
const SOURCES: readonly Source[] = [
	devdbrc,
	dbhub,
	ddev,
	supabase,
	laravel,
	rails,
	django,
	prisma,
	ormConfig,
	sequelize,
	envVariables,
	storeVariables,
	compose,
	sqliteFiles,
];

export interface Discovery {
	/** All of them, each once, in the order of the sources, with unique names. */
	databases: readonly FoundDatabase[];
	/** The name used when a call gives none; undefined when several have equal claims. */
	defaultName?: string;
}

export function discover(files: ProjectFiles, setting: unknown): Discovery {
	const env = readEnvFiles(files);
	const project = { files, env, services: composeServices(files, env) };
	const groups = [fromSetting(setting), ...SOURCES.map(source => source(project))];
	const seen = new Set<string>();
	const unique = groups.map(group =>
		group
			.map(found => throughCompose(found, project.services))
			.filter(found => {
				const key = identity(found);
				return !seen.has(key) && seen.add(key);
			}),
	);
	const names = new Set<string>();
	const named = unique.map(group => group.map(found => ({ ...found, name: uniqueName(found.name, names) })));
	const usable = mainGroup(named);
	const [only] = usable.length === 1 ? usable : usable.filter(found => found.primary);
	return { databases: named.flat(), ...(only && { defaultName: only.name }) };
}

/**
 * The databases of the first source that has a usable one. Redis stands beside the main database in most projects, so it is meant
 * only where the user's own setting has it or nothing else is there.
 */
function mainGroup([setting = [], ...found]: readonly (readonly FoundDatabase[])[]): readonly FoundDatabase[] {
	const usable = (group: readonly FoundDatabase[]) => group.filter(({ problem }) => problem === undefined);
	const main = found.map(group => group.filter(({ engine }) => engine !== 'redis'));
	return [setting, ...main, ...found].map(usable).find(group => group.length > 0) ?? [];
}

/** Two sources that lead to the same database are one; what cannot be used is told per source. */
function identity(found: FoundDatabase): string {
	if (found.problem !== undefined) {
		return `${found.source} ${found.name}`;
	}
	const host = found.host === '127.0.0.1' || found.host === '::1' ? 'localhost' : found.host;
	const file = found.file?.replace(/^\.\//, '');
	const engine = found.engine === 'mariadb' ? 'mysql' : found.engine;
	const ssh = found.ssh ? JSON.stringify(found.ssh) : '';
	return [engine, file ?? found.socket ?? `${host}:${found.port}`, found.database ?? '', ssh].join(' ');
}

function uniqueName(wanted: string, names: Set<string>): string {
	let name = wanted;
	for (let number = 2; names.has(name.toLowerCase()); number++) {
		name = `${wanted}-${number}`;
	}
	names.add(name.toLowerCase());
	return name;
}
