import type { ProjectFiles } from './project-files.ts';

export type Env = ReadonlyMap<string, string>;

/** Later files override earlier ones. Never production, test or example files. */
const ENV_FILES = ['.env', '.env.local', '.env.development', '.env.development.local'];

const LINE =
	/^[ \t]*(?:export[ \t]+)?([A-Za-z_][\w.]*)[ \t]*=[ \t]*(?:'((?:[^'])*)'|"((?:\\[\s\S]|[^"\\])*)"|`([^`]*)`|([^#\r\n]*(?:(?<=\S)#[^\r\n]*)?))/gm;

export function parseEnv(text: string): Env {
	const raw = new Map<string, { value: string; literal: boolean }>();
	for (const [, key = '', single, double, backtick, bare] of text.matchAll(LINE)) {
		const value = single ?? backtick ?? (double === undefined ? (bare ?? '').trim() : unescape(double));
		raw.set(key, { value, literal: single !== undefined });
	}
	const plain = new Map([...raw].map(([key, { value }]) => [key, value]));
	return new Map([...raw].map(([key, { value, literal }]) => [key, literal ? value : interpolate(value, plain)]));
}

/** So much is put in for variables at most: a long value that is named often would fill the memory. */
const MAX_EXPANDED = 100_000;

const BRACED = /\\\$|\$\{([A-Za-z_]\w*)(?:(:?[-?])((?:[^}$]|\$(?!\{))*))?\}/g;
const BRACED_OR_BARE = /\$\$|\$\{([A-Za-z_]\w*)(?:(:?[-?])((?:[^}$]|\$(?!\{))*))?\}|\$([A-Za-z_]\w*)/g;

/**
 * `${X}`, `${X:-d}` when unset or empty, `${X-d}` when unset; what nobody set becomes empty. Once, no shell. `$X` counts
 * only in compose files: in .env files it is more often part of a password.
 */
export function interpolate(text: string, env: Env, bareNames = false): string {
	let room = MAX_EXPANDED;
	return text.replaceAll(
		bareNames ? BRACED_OR_BARE : BRACED,
		(_all, braced?: string, operator?: string, fallback?: string, bare?: string) => {
			const name = braced ?? (bareNames ? bare : undefined);
			if (name === undefined) {
				return '$';
			}
			const value = env.get(name);
			const missing = operator?.startsWith(':') ? !value : value === undefined;
			const inserted = missing && operator?.endsWith('-') ? (fallback ?? '') : (value ?? '');
			room -= inserted.length;
			return room < 0 ? '' : inserted;
		},
	);
}

export interface EnvOfProject {
	env: Env;
	/** The file that had the last word on a key. */
	fileOf(key: string): string;
}

export function readEnvFiles(files: ProjectFiles, folder = ''): EnvOfProject {
	const env = new Map<string, string>();
	const origin = new Map<string, string>();
	for (const name of ENV_FILES) {
		const path = folder === '' ? name : `${folder}/${name}`;
		for (const [key, value] of parseEnv(files.read(path) ?? '')) {
			env.set(key, value);
			origin.set(key, path);
		}
	}
	return { env, fileOf: key => origin.get(key) ?? '.env' };
}

function unescape(text: string): string {
	return text.replaceAll(/\\([\s\S])/g, (_all, char: string) =>
		char === 'n' ? '\n' : char === 'r' ? '\r' : char === '$' ? '\\$' : char,
	);
}
