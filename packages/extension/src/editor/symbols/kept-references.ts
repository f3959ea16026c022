import type { Place, Position } from '@hawser/core/ports/values/text-position.ts';
import { setBounded } from '@hawser/node/set-bounded.ts';
import * as vscode from 'vscode';
import type { WatcherEvents } from '../documents/watcher-events.ts';

interface KeptAnswer {
	state: string;
	time: number;
	places: readonly Place[];
}

/** The last complete answers about references, so that the second page of one comes from the same question as the first. */
export interface KeptReferences extends vscode.Disposable {
	recall(path: string, position: Position): readonly Place[] | undefined;
	keep(path: string, position: Position, places: readonly Place[]): void;
}

const MAX_KEPT = 5;
const KEPT_FOR = 120_000;

export function createKeptReferences(watcherEvents: Pick<WatcherEvents, 'reports'>): KeptReferences {
	const kept = new Map<string, KeptAnswer>();
	let edits = 0;
	const subscription = vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
		if (contentChanges.length > 0 && document.uri.scheme === 'file') {
			edits++;
		}
	});
	const state = () => `${watcherEvents.reports} ${edits}`;
	return {
		recall(path, position) {
			const answer = kept.get(keyOf(path, position));
			return answer?.state === state() && Date.now() - answer.time < KEPT_FOR ? answer.places : undefined;
		},
		keep(path, position, places) {
			setBounded(kept, keyOf(path, position), { state: state(), time: Date.now(), places }, MAX_KEPT);
		},
		dispose() {
			subscription.dispose();
		},
	};
}

function keyOf(path: string, { line, column }: Position): string {
	return `${path}\0${line}:${column}`;
}
