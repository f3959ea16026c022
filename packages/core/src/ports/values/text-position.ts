/** 1-based, as people and agents count. Columns count UTF-16 units, as editors do. */
export interface Position {
	line: number;
	column: number;
}

export interface Range {
	start: Position;
	/** Exclusive. */
	end: Position;
}

/** A range in a file. The path is relative to the workspace folder where it lies in one. */
export interface Place {
	path: string;
	range: Range;
	/** The whole declaration around it, where the language server tells. */
	extent?: Range;
}
