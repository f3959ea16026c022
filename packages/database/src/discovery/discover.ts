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
	const usable =
		named.map(group => group.filter(found => found.problem === undefined)).find(group => group.length > 0) ?? [];
	const [only] = usable.length === 1 ? usable : usable.filter(found => found.primary);
	return { databases: named.flat(), ...(only && { defaultName: only.name }) };
}

/** Two sources that lead to the same database are one; what cannot be used is told per source. */
function identity(found: FoundDatabase): string {
	if (found.problem !== undefined) {
		return `${found.source} ${found.name}`;
	}
	const host = found.host === '127.0.0.1' || found.host === '::1' ? 'localhost' : found.host;
	const file = found.file?.replace(/^\.\//, '');
	const engine = found.engine === 'mariadb' ? 'mysql' : found.engine;
	return [engine, file ?? found.socket ?? `${host}:${found.port}`, found.database ?? ''].join(' ');
}

function uniqueName(wanted: string, names: Set<string>): string {
	let name = wanted;
	for (let number = 2; names.has(name.toLowerCase()); number++) {
		name = `${wanted}-${number}`;
	}
	names.add(name.toLowerCase());
	return name;
}
