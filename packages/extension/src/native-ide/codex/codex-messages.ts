import { basename, isAbsolute, sep } from 'node:path';
import { isRecord, textOf } from '@hawser/core/data/plain-data.ts';
import { pathBelow } from '@hawser/node/path-rules.ts';
import type { UserContext } from '../shared/editor-context.ts';

/** A message to us, as far as it concerns us. */
export type CodexMessage =
	| { kind: 'question'; requestId: string; workspaceRoot: string }
	/** OpenAI's own programs connect all their windows by this socket; what they ask is more than we know. */
	| { kind: 'foreign'; requestId: string }
	| { kind: 'mismatch'; requestId: string }
	| { kind: 'other' };

const METHOD = 'ide-context';

/** Undefined for a text that is no message at all. */
export function readMessage(text: string): CodexMessage | undefined {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		return undefined;
	}
	if (!isRecord(value)) {
		return undefined;
	}
	const requestId = textOf(value['requestId']);
	if (value['type'] !== 'request' || requestId === undefined) {
		return { kind: 'other' };
	}
	if (value['method'] !== METHOD) {
		return { kind: 'foreign', requestId };
	}
	const workspaceRoot = isRecord(value['params']) ? textOf(value['params']['workspaceRoot']) : undefined;
	return (value['version'] ?? 0) === 0 && workspaceRoot !== undefined && isAbsolute(workspaceRoot)
		? { kind: 'question', requestId, workspaceRoot }
		: { kind: 'mismatch', requestId };
}

/** Words that Codex knows, and explains to its user. */
export type CodexError = 'no-client-found' | 'no-handler-for-request' | 'request-version-mismatch' | 'request-timeout';

export function failure(requestId: string, error: CodexError): object {
	return { type: 'response', requestId, resultType: 'error', error };
}

export function success(requestId: string, ideContext: object): object {
	return {
		...{ type: 'response', requestId, resultType: 'success', method: METHOD, handledByClientId: 'hawser' },
		result: { ideContext },
	};
}

/** What the user has before them, in Codex's form: paths as seen from its folder, lines and characters 0-based. */
export function ideContext({ place, openFiles }: UserContext, workspaceRoot: string): object {
	const file = (fsPath: string) => ({ label: basename(fsPath), path: seenFrom(workspaceRoot, fsPath), fsPath });
	return {
		...(place && {
			activeFile: {
				...file(place.path),
				selection: { start: place.start, end: place.end },
				activeSelectionContent: place.text,
				selections: [{ start: place.start, end: place.end }],
			},
		}),
		openTabs: openFiles.map(({ path }) => file(path)),
	};
}

function seenFrom(folder: string, path: string): string {
	const below = pathBelow(folder, path);
	return below === undefined || below === '' ? path : below.split(sep).join('/');
}
