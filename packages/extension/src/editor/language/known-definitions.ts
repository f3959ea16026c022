import type * as vscode from 'vscode';
import type { TextPlace } from '../mentions/code-mentions.ts';
import { answerShape } from './answer-shape.ts';
import { fileState } from './file-state.ts';

/** Where mentions lead, as servers have said before, for as long as neither the file nor what it leads to has changed. */
export interface KnownDefinitions {
	get(path: string, place: TextPlace): readonly vscode.Location[] | undefined;
	/** What a server says that has come to rest is `certain`; another has to say it again a while later. */
	set(path: string, place: TextPlace, targets: readonly vscode.Location[], certain: boolean): void;
}

interface Known {
	targets: readonly vscode.Location[];
	states: string;
	/** When this was said first. */
	time: number;
	certain: boolean;
}

/** For so long it is believed what a server says that may still be reading. */
const BELIEVED = 15_000;

/** A common name is mentioned in hundreds of files, and agents ask about the same names again and again. */
const MAX_KNOWN = 10_000;

export function createKnownDefinitions(): KnownDefinitions {
	const known = new Map<string, Known>();
	return {
		get(path, place) {
			const found = known.get(keyOf(path, place));
			if (found === undefined || !(found.certain || Date.now() - found.time < BELIEVED)) {
				return undefined;
			}
			return found.states === statesOf(path, found.targets) ? found.targets : undefined;
		},
		set(path, place, targets, certain) {
			if (known.size >= MAX_KNOWN) {
				known.clear();
			}
			const key = keyOf(path, place);
			const states = statesOf(path, targets);
			const before = known.get(key);
			const isSame = before?.states === states && answerShape(before.targets) === answerShape(targets);
			const time = isSame ? before.time : Date.now();
			known.set(key, { targets, states, time, certain: certain || Date.now() - time >= BELIEVED });
		},
	};
}

function statesOf(path: string, targets: readonly vscode.Location[]): string {
	return [path, ...targets.map(({ uri }) => uri.fsPath)].map(file => fileState(file)?.stamp ?? 'gone').join('\0');
}

function keyOf(path: string, { line, character }: TextPlace): string {
	return `${path}\0${line}:${character}`;
}
