/** The messages between the extension and the page with the activity. */

/** What a call does, as the user can filter by it. */
export type EffectGroup = 'looks' | 'edits' | 'runs' | 'lasts';

/** One line of the list. */
export interface ShownCall {
	id: number;
	/** The same for all calls of one agent. */
	agentKey: string;
	agent: string;
	/** In words, such as "Rename a symbol". */
	title: string;
	/** What it is about: a file, a symbol, a command. */
	subject: string;
	group: EffectGroup;
	/** Milliseconds since 1970. */
	startedAt: number;
	/** Milliseconds; absent while it runs. */
	duration?: number;
	/** `running`, `ok`, or the code of the error. */
	outcome: string;
	/** The last progress, in words. */
	progress?: string;
	/** From 0 to 1, where it can be counted. */
	share?: number;
}

export interface ShownAgent {
	key: string;
	name: string;
	version: string;
	/** How it is connected, such as "MCP over stdio". */
	way: string;
	/** The folder for which it was started; empty where that is not known, or plain because the window has no other. */
	folder: string;
	/** Milliseconds since 1970. */
	since: number;
	/** What it does now, or did last. */
	doing: string;
	busy: boolean;
	/** The user has disconnected it. */
	out: boolean;
}

export interface ShownDetails {
	call: ShownCall;
	tool: string;
	/** Facts with their names, from top to bottom. */
	facts: readonly (readonly [name: string, value: string])[];
	arguments: string;
	answer: string;
	/** What there is to open. */
	file?: string;
	/** Files that it has changed. */
	changes: number;
	terminal?: string;
}

export type ToActivityPage =
	| {
			kind: 'state';
			agents: readonly ShownAgent[];
			paused: boolean;
			/** The server of the window runs. */
			serving: boolean;
			/** The calls that are new or have changed; with `whole`, all there are. */
			calls: readonly ShownCall[];
			whole: boolean;
			/** The calls that are no longer known, besides all before the oldest. */
			gone: readonly number[];
			oldest: number;
			/** Calls since the window was opened. */
			count: number;
			/** The clock of the extension: the page may run on another machine. */
			now: number;
	  }
	| { kind: 'details'; details: ShownDetails };

/** Buttons that only name what they do. */
export const PLAIN_ACTIONS = ['ready', 'resume', 'pause', 'connect', 'setUp', 'walkthrough', 'clear'] as const;
/** Buttons of one call. */
export const CALL_ACTIONS = ['stop', 'details', 'openFile', 'showChanges', 'showTerminal', 'openJson'] as const;
/** Buttons of one agent. */
export const AGENT_ACTIONS = ['disconnect', 'readmit'] as const;

export interface PlainMessage {
	kind: (typeof PLAIN_ACTIONS)[number];
}

export interface CallMessage {
	kind: (typeof CALL_ACTIONS)[number];
	id: number;
}

export interface AgentMessage {
	kind: (typeof AGENT_ACTIONS)[number];
	agent: string;
}

export type FromActivityPage = PlainMessage | CallMessage | AgentMessage;
