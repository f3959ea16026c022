import { ToolError } from '@hawser/core/errors/tool-error.ts';

type ReferenceKind = 'frame' | 'variable';

export interface Reference {
	sessionId: string;
	/** The adapter's own number for it. */
	adapterId: number;
}

/**
 * Numbers for frames and variables that agents hold on to. An adapter reuses its own numbers after every stop, so that an
 * old one would silently mean something else; ours are given out once.
 */
export interface References {
	give(kind: ReferenceKind, reference: Reference, generation: number): number;
	/** Throws E_STALE_REFERENCE when the program has moved on since, E_INVALID_REFERENCE when it was never given out. */
	resolve(kind: ReferenceKind, id: number): Reference;
}

export function createReferences(generationOf: (sessionId: string) => number | undefined): References {
	const given = new Map<number, Reference & { kind: ReferenceKind; generation: number }>();
	const numbers = new Map<string, number>();
	let last = 0;

	const dropStale = () => {
		for (const [id, { sessionId, generation, kind, adapterId }] of given) {
			if (generationOf(sessionId) !== generation) {
				given.delete(id);
				numbers.delete(keyOf(kind, sessionId, generation, adapterId));
			}
		}
	};
	let latest: string | undefined;

	return {
		give(kind, { sessionId, adapterId }, generation) {
			const stop = `${sessionId} ${generation}`;
			if (stop !== latest) {
				latest = stop;
				dropStale();
			}
			const key = keyOf(kind, sessionId, generation, adapterId);
			const known = numbers.get(key);
			if (known !== undefined) {
				return known;
			}
			const id = ++last;
			numbers.set(key, id);
			given.set(id, { kind, sessionId, adapterId, generation });
			return id;
		},
		resolve(kind, id) {
			const found = given.get(id);
			if (found && generationOf(found.sessionId) !== found.generation) {
				throw stale(kind, id);
			}
			if (found?.kind === kind) {
				return found;
			}
			if (!found && id >= 1 && id <= last) {
				throw stale(kind, id);
			}
			const wrongKind = found ? `: it is a ${nameOf(found.kind)}` : '';
			throw new ToolError('E_INVALID_REFERENCE', `${id} is not a ${nameOf(kind)}${wrongKind}.`);
		},
	};
}

function keyOf(kind: ReferenceKind, sessionId: string, generation: number, adapterId: number): string {
	return `${kind} ${sessionId} ${generation} ${adapterId}`;
}

function nameOf(kind: ReferenceKind): string {
	return kind === 'frame' ? 'frameId' : 'variablesReference';
}

function stale(kind: ReferenceKind, id: number): ToolError {
	return new ToolError(
		'E_STALE_REFERENCE',
		`The ${nameOf(kind)} ${id} is from an earlier stop; the program has run since.`,
	);
}
