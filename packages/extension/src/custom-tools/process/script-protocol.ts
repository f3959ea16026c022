/** The messages between the window and the process of a script. */
export type ToScript =
	| {
			kind: 'start';
			script: string;
			folder: string;
			params: Record<string, unknown>;
			patterns: Record<string, string>;
			loadable?: LoadableFiles;
	  }
	| { kind: 'cancel' }
	| { kind: 'answer'; id: number; data: Record<string, unknown> }
	| { kind: 'answer'; id: number; failure: CallFailure };

export type FromScript =
	| { kind: 'call'; id: number; tool: string; input: unknown }
	| { kind: 'progress'; message: string; done?: number; total?: number }
	| { kind: 'log'; text: string }
	/** The value that the script returned, as JSON. */
	| { kind: 'result'; json: string }
	| { kind: 'failure'; failure: ScriptFailure };

/** The files in .hawser that the user has allowed scripts to load. */
export interface LoadableFiles {
	/** Real path of the folder. */
	below: string;
	/** SHA-256 by real path. */
	hashes: Readonly<Record<string, string>>;
}

/** Why a tool that the script called did not do it. */
export interface CallFailure {
	code: string;
	message: string;
	hint: string;
	details: Record<string, unknown>;
}

export interface ScriptFailure {
	message: string;
	code?: string;
	hint?: string;
	details?: Record<string, unknown>;
	/** Its first lines. */
	stack?: string;
}
