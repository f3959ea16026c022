import { lstatSync, readFileSync } from 'node:fs';
import { withFileLock } from './file-lock.ts';
import { isForThisUserOnly } from './file-ownership.ts';
import { errorCode } from './system-error.ts';
import { writeFileAtomically } from './write-file-atomically.ts';

/** A JSON object in a file that several processes change: one change at a time, and readers need no lock. */
export interface JsonMapFile<Value> {
	read(): Map<string, Value>;
	/** Sees the newest content; what it leaves in the map is written when it returns true. Asked again where another was faster. */
	change(edit: (map: Map<string, Value>) => boolean): Promise<void>;
}

export function jsonMapFile<Value>(path: string, isValue: (value: unknown) => value is Value): JsonMapFile<Value> {
	function read(): Map<string, Value> {
		const map = new Map<string, Value>();
		for (const [key, value] of Object.entries(readObject(path))) {
			if (isValue(value)) {
				map.set(key, value);
			}
		}
		return map;
	}
	return {
		read,
		change: edit =>
			withFileLock(`${path}.lock`, async ({ requireHeld }) => {
				const map = read();
				if (edit(map)) {
					const text = `${JSON.stringify(Object.fromEntries(map), null, '\t')}\n`;
					await writeFileAtomically(path, text, 0o600, requireHeld);
				}
			}),
	};
}

/** What cannot be read as an object counts as empty: it holds nothing that cannot be made anew. */
function readObject(path: string): object {
	try {
		if (!isForThisUserOnly(lstatSync(path))) {
			return {};
		}
		const parsed: unknown = JSON.parse(readFileSync(path, 'utf8'));
		return typeof parsed === 'object' && parsed !== null ? parsed : {};
	} catch (cause) {
		if (cause instanceof SyntaxError || errorCode(cause) === 'ENOENT') {
			return {};
		}
		throw cause;
	}
}
