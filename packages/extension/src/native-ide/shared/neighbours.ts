import { delimiter } from 'node:path';
import { isRecord, listOf, textOf } from '@hawser/core/data/plain-data.ts';
import { pathBelow } from '@hawser/node/path-rules.ts';

/** The folders that a discovery file names, whoever wrote it. */
export function foldersIn(text: string): readonly string[] {
	try {
		const content: unknown = JSON.parse(text);
		if (!isRecord(content)) {
			return [];
		}
		const listed = listOf(content['workspaceFolders']).filter(folder => typeof folder === 'string');
		const joined = textOf(content['workspacePath'])?.split(delimiter) ?? [];
		return [...listed, ...joined].filter(folder => folder !== '');
	} catch {
		return [];
	}
}

/** True when an agent could run in a folder of both. */
export function foldersNest(some: readonly string[], others: readonly string[]): boolean {
	return some.some(one =>
		others.some(other => pathBelow(one, other) !== undefined || pathBelow(other, one) !== undefined),
	);
}
