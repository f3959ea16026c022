import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, realpath, rename, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import * as path from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { Debugger } from '@hawser/core/ports/debugger.ts';
import { errorCode } from '@hawser/node/system-error.ts';
import { isAccessDenied } from '../../shared/file-failure.ts';
import type { WorkspacePaths } from '../../shared/workspace-paths.ts';
import { placeToSave } from './place-to-save.ts';

/** Writes to a file beside the target and moves it there when it is complete: nobody ever meets half of it. */
export function createSaveLines(paths: WorkspacePaths): Debugger['saveLines'] {
	const inWorkspace = async (asked: string) => {
		const uri = await paths.resolve(asked);
		return { file: uri.fsPath, shown: paths.show(uri), names: [paths.show(uri), ...(await paths.everyName(uri))] };
	};

	return async (asked, lines) => {
		const place = await placeToSave(asked, { inWorkspace, temporary: await realpath(tmpdir()) });
		const { folder, name, shown, shared } = place;
		const file = path.join(folder, name);
		const part = `${file}.${randomBytes(8).toString('hex')}.part`;
		try {
			await mkdir(folder, { recursive: true });
			await requireStill(folder, shown);
			await pipeline(
				Readable.from(withBreaks(lines)),
				createWriteStream(part, { flags: 'wx', mode: shared ? 0o600 : 0o666 }),
			);
			// A debugger takes its time, and a folder may have become a link meanwhile.
			await requireStill(folder, shown);
			await rename(part, file);
			return { path: shown, bytes: (await stat(file)).size };
		} catch (error) {
			await rm(part, { force: true });
			if (errorCode(error) === 'EISDIR') {
				throw new ToolError('E_IS_FOLDER', `${shown} is a folder.`, { cause: error });
			}
			throw isAccessDenied(error)
				? new ToolError('E_FILE_ACCESS_DENIED', `The system does not let VS Code write ${shown}.`, { cause: error })
				: error;
		}
	};
}

async function requireStill(folder: string, shown: string): Promise<void> {
	if ((await realpath(folder)) !== folder) {
		throw new ToolError('E_DENIED', `The folder of ${shown} has become a link while the file was being written.`);
	}
}

async function* withBreaks(lines: AsyncIterable<string>): AsyncIterable<string> {
	for await (const line of lines) {
		yield `${line}\n`;
	}
}
