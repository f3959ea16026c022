import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { delimiter, isAbsolute, join } from 'node:path';
import { env, platform } from 'node:process';

/** Where the PATH may have it. Looked up here because Windows would look in the working directory first, the project's. */
export function onPath(program: string): string[] {
	const file = platform === 'win32' ? `${program}.exe` : program;
	return (env['PATH'] ?? '')
		.split(delimiter)
		.filter(folder => isAbsolute(folder))
		.map(folder => join(folder, file));
}

export async function firstExecutable(candidates: readonly string[]): Promise<string | undefined> {
	for (const candidate of candidates) {
		if (await isExecutable(candidate)) {
			return candidate;
		}
	}
	return undefined;
}

async function isExecutable(path: string): Promise<boolean> {
	return access(path, constants.X_OK).then(
		() => true,
		() => false,
	);
}
