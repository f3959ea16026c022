import type { Freshness } from '@hawser/core/ports/values/freshness.ts';
import type { TimeLimit } from '@hawser/node/deadlines.ts';
import type * as vscode from 'vscode';
import type { FreshDocument } from '../documents/fresh-document.ts';

/** A position in a document to ask about, and the time that is left for the whole call. */
export interface LanguageQuery extends FreshDocument {
	where?: vscode.Position;
	timeLimit: { left: () => TimeLimit };
}

export interface LanguageAnswer<T> {
	answer: readonly T[];
	freshness: Freshness;
	/** How many files mention the name and could not be confirmed or ruled out; absent when there are none. */
	doubtfulFiles?: number;
}
