import type * as vscode from 'vscode';
import type { TextPlace } from '../mentions/code-mentions.ts';
import { fileState } from './file-state.ts';

/** Where mentions lead, as servers have said before, for as long as neither the file nor what it leads to has changed. */
export interface KnownDefinitions {
	get(path: string, place: TextPlace): readonly vscode.Location[] | undefined;
	set(path: string, place: TextPlace, targets: readonly vscode.Location[]): void;
}

interface Known {
	targets: readonly vscode.Location[];
	states: string;
}

/** A common name is mentioned in hundreds of files, and agents ask about the same names again and again. */
const MAX_KNOWN = 10_000;

export function createKnownDefinitions(): KnownDefinitions {
	const known = new Map<string, Known>();
	return {
		get(path, place) {
			const found = known.get(keyOf(path, place));
			if (found === undefined) {
				return undefined;
			}
			return found.states === statesOf(path, found.targets) ? found.targets : undefined;
		},
		set(path, place, targets) {
			if (known.size >= MAX_KNOWN) {
				known.clear();
			}
			known.set(keyOf(path, place), { targets, states: statesOf(path, targets) });
		},
	};
}

function statesOf(path: string, targets: readonly vscode.Location[]): string {
	return [path, ...targets.map(({ uri }) => uri.fsPath)].map(file => fileState(file)?.stamp ?? 'gone').join('\0');
}

function keyOf(path: string, { line, character }: TextPlace): string {
	return `${path}\0${line}:${character}`;
}
