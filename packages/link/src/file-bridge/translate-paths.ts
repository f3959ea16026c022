import { sep } from 'node:path';
import { isRecord } from '@hawser/core/data/plain-data.ts';
import type { BridgeHostFacts } from './host-file.ts';

/** Arguments that name a file or a folder, whichever tool has them. */
const PATH_FIELDS: ReadonlySet<string> = new Set([
	'path',
	'paths',
	'from',
	'to',
	'folder',
	'cwd',
	'root',
	'outputPath',
	'projectRoot',
]);

/** A container often has the folder elsewhere than the window has: absolute paths are given as the window knows them. */
export function translatePaths(
	input: Record<string, unknown>,
	workspace: string,
	host: Pick<BridgeHostFacts, 'workspace' | 'platform'>,
): Record<string, unknown> {
	if (workspace === host.workspace) {
		return input;
	}
	const translateText = (text: string): string => {
		const path = pathIn(text);
		if (path === workspace) {
			return host.workspace;
		}
		if (!path.startsWith(`${workspace}${sep}`)) {
			return text;
		}
		const separator = host.platform === 'win32' ? '\\' : '/';
		return host.workspace + path.slice(workspace.length).split(sep).join(separator);
	};
	const translate = (value: unknown, isPath: boolean): unknown => {
		if (typeof value === 'string') {
			return isPath ? translateText(value) : value;
		}
		if (Array.isArray(value)) {
			return value.map(item => translate(item, isPath));
		}
		return isRecord(value) ? translateFields(value) : value;
	};
	const translateFields = (fields: Record<string, unknown>): Record<string, unknown> =>
		Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, translate(value, PATH_FIELDS.has(name))]));
	return translateFields(input);
}

function pathIn(text: string): string {
	try {
		return text.startsWith('file:') ? decodeURIComponent(new URL(text).pathname) : text;
	} catch {
		return text;
	}
}
