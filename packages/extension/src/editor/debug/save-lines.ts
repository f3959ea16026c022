import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as style from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ToolError } from '@hawser/core/contract/errors.ts';
import { isProtectedPath } from '@hawser/core/contract/protected-paths.ts';
import type { Debugger } from '@hawser/core/ports/debugger.ts';
import { errorCode } from '../file-failure.ts';
import { pathBelow } from '../path-rules.ts';
import type { WorkspacePaths } from '../workspace-paths.ts';

/** Writes to a file beside the target and moves it there when it is complete: nobody ever meets half of it. */
export function createSaveLines(paths: WorkspacePaths): Debugger['saveLines'] {
	return async (path, lines) => {
		const { file, shown } = await allowed(path, paths);
		const part = `${file}.${randomBytes(4).toString('hex')}.part`;
		try {
			await mkdir(style.dirname(file), { recursive: true });
			await pipeline(Readable.from(withBreaks(lines)), createWriteStream(part));
			await rename(part, file);
			return { path: shown, bytes: (await stat(file)).size };
		} catch (error) {
			await rm(part, { force: true });
			const code = errorCode(error);
			if (code === 'EISDIR') {
				throw new ToolError('E_IS_FOLDER', `${shown} is a folder.`, { cause: error });
			}
			throw ['EACCES', 'EPERM', 'EROFS'].includes(code ?? '')
				? new ToolError('E_FILE_ACCESS_DENIED', `The system does not let VS Code write ${shown}.`, { cause: error })
				: error;
		}
	};
}

async function* withBreaks(lines: AsyncIterable<string>): AsyncIterable<string> {
	for await (const line of lines) {
		yield `${line}\n`;
	}
}

/** Inside the workspace, or inside the system's folder for temporary files. */
async function allowed(path: string, paths: WorkspacePaths): Promise<{ file: string; shown: string }> {
	const temporary = await realpath(tmpdir());
	const absolute = style.normalize(path);
	if (style.isAbsolute(absolute)) {
		const folder = await realpath(style.dirname(absolute)).catch(() => undefined);
		const below = folder === undefined ? undefined : pathBelow(temporary, folder, style);
		if (below !== undefined) {
			return { file: absolute, shown: absolute };
		}
	}
	const uri = await paths.resolve(path);
	const shown = paths.show(uri);
	if (isProtectedPath(shown)) {
		throw new ToolError('E_DENIED', `An agent may not write ${shown}.`);
	}
	return { file: uri.fsPath, shown };
}
