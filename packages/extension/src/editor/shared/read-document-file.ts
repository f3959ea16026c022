import { readFile, stat } from 'node:fs/promises';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import { MAX_DOCUMENT_SIZE } from './file-failure.ts';

/**
 * Reads a file after a look at what it is. A pipe would hold one of Node's few threads until somebody writes to it, and four of them
 * would stop all work with files; of a dump of gigabytes nobody wants the text.
 */
export async function readDocumentFile(path: string, limit: number = MAX_DOCUMENT_SIZE): Promise<Buffer> {
	const stats = await stat(path);
	if (stats.isDirectory()) {
		throw new ToolError('E_IS_FOLDER', `${path} is a folder.`);
	}
	if (!stats.isFile()) {
		throw new ToolError('E_FILE_BINARY', `${path} is not a text file.`);
	}
	if (stats.size > limit) {
		throw new ToolError('E_FILE_TOO_LARGE', `${path} has ${stats.size} bytes.`, {
			details: { size: stats.size, limit },
		});
	}
	return readFile(path);
}
