import { accessSync, constants, statSync } from 'node:fs';
import { delimiter, join, sep } from 'node:path';
import type { SetupEnvironment } from './environment.ts';

/** The first of the programs that the PATH has, as a full path. */
export function findProgram(names: readonly string[], { env, platform }: SetupEnvironment): string | undefined {
	const endings = platform === 'win32' ? (env['PATHEXT'] ?? '.COM;.EXE;.BAT;.CMD').split(';') : [''];
	const folders = (env['PATH'] ?? env['Path'] ?? '').split(delimiter).filter(folder => folder !== '');
	for (const name of names) {
		for (const folder of folders) {
			const found = endings.map(ending => join(folder, `${name}${ending}`)).find(isProgram);
			if (found !== undefined) {
				return found;
			}
		}
	}
	return undefined;
}

/** `npx` and `npm run` put folders on the PATH that are there for the moment only. */
export function isPassing(program: string): boolean {
	return program.includes(`${sep}node_modules${sep}.bin${sep}`);
}

function isProgram(path: string): boolean {
	try {
		accessSync(path, constants.X_OK);
		return statSync(path).isFile();
	} catch {
		return false;
	}
}
