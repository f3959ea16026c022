import { accessSync, constants, promises as files, statSync } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';

export interface ProgramSearch {
	env?: Readonly<Record<string, string | undefined>>;
	platform?: NodeJS.Platform;
	/** Endings that Windows puts behind the name; programs alone unless given, because scripts need a shell. */
	endings?: readonly string[];
}

/** Paths at which the PATH may have it. Looked up here because Windows would look in the working directory first, the project's. */
export function onPath(
	program: string,
	{ env = process.env, platform = process.platform, endings = ['.exe'] }: ProgramSearch = {},
): string[] {
	return (env['PATH'] ?? env['Path'] ?? '')
		.split(delimiter)
		.filter(folder => isAbsolute(folder))
		.flatMap(folder => (platform === 'win32' ? endings : ['']).map(ending => join(folder, `${program}${ending}`)));
}

/** A window must not stand still while a folder on another machine is looked at. */
export async function firstExecutable(candidates: readonly string[]): Promise<string | undefined> {
	for (const candidate of candidates) {
		if (await isExecutable(candidate)) {
			return candidate;
		}
	}
	return undefined;
}

async function isExecutable(path: string): Promise<boolean> {
	try {
		await files.access(path, constants.X_OK);
		return (await files.stat(path)).isFile();
	} catch {
		return false;
	}
}

/** The first of the programs that the PATH has, scripts included. For a command, which may wait for the answer. */
export function findProgram(
	names: readonly string[],
	{ env, platform }: Required<Omit<ProgramSearch, 'endings'>>,
): string | undefined {
	const endings = (env['PATHEXT'] ?? '.COM;.EXE;.BAT;.CMD').split(';');
	return names.flatMap(name => onPath(name, { env, platform, endings })).find(isExecutableNow);
}

function isExecutableNow(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return statSync(path).isFile();
	} catch {
		return false;
	}
}
