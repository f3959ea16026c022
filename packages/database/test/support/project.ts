import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { isToolError } from '@hawser/core/errors/tool-error.ts';
import type { Parameter } from '@hawser/core/ports/database.ts';
import { NEVER_CANCELLED } from '@hawser/core/waiting/cancellation-source.ts';
import { createDatabases, type DatabasesOptions } from '../../src/databases.ts';

export const SQLITE_PROCESS = join(import.meta.dirname, '../../src/engines/sqlite-process.ts');

/** A folder with these files. */
export function createFolder(files: Record<string, string> = {}): string {
	const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hawser-db-')));
	for (const [path, text] of Object.entries(files)) {
		mkdirSync(dirname(join(folder, path)), { recursive: true });
		writeFileSync(join(folder, path), text);
	}
	return folder;
}

export function openProject(folder: string, options: Partial<DatabasesOptions> = {}) {
	const databases = createDatabases({
		folder,
		configured: () => undefined,
		trusted: () => true,
		writingAllowed: () => false,
		confirmConnection: () => Promise.resolve(false),
		confirmWrite: () => Promise.resolve(false),
		sqliteProcessFile: SQLITE_PROCESS,
		...options,
	});
	return {
		...databases,
		folder,
		ask: (sql: string, more: { params?: Parameter[]; limit?: number; timeout?: number; database?: string } = {}) =>
			databases.query({ sql, params: [], limit: 1000, timeout: 30_000, ...more }, NEVER_CANCELLED),
		async dispose() {
			await databases.dispose();
			rmSync(folder, { recursive: true, force: true });
		},
	};
}

/** The code of a failure that must happen. */
export async function codeOf(call: Promise<unknown>): Promise<string> {
	try {
		await call;
	} catch (cause) {
		return isToolError(cause) ? cause.code : `not a ToolError: ${String(cause)}`;
	}
	return 'no failure';
}
