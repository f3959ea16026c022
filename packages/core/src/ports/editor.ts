import type { Cancellation } from './cancellation.ts';
import type { Position, Range } from './text-position.ts';

export interface ActiveEditor {
	path: string;
	language: string;
	dirty: boolean;
	lineCount: number;
	cursor: Position;
	/** Empty when nothing is selected; the main selection first. */
	selections: readonly { range: Range; text: string }[];
	visible?: { startLine: number; endLine: number };
}

export interface Tab {
	path: string;
	dirty: boolean;
	active: boolean;
	/** 1-based number of the editor group. */
	group: number;
}

export interface Editor {
	active(): ActiveEditor | undefined;
	tabs(): readonly Tab[];
	/** Shows the file to the person and puts the cursor or selection there. Without a range the cursor stays where it was. */
	open(path: string, range: Range | undefined, signal: Cancellation): Promise<{ path: string; range: Range }>;
}
