/** A text, null where there is no file, or undefined where it is not known or no text. */
export type KnownText = string | null | undefined;

export interface OutsideFacts {
	/** What the file was when somebody last looked. */
	before: KnownText;
	/** Whether there was a file; undefined where nobody knows. */
	existed: boolean | undefined;
	now: KnownText;
	exists: boolean;
	/** As git sees it; undefined outside of every repository. */
	state: 'clean' | 'changed' | 'untracked' | 'ignored' | 'conflict' | undefined;
	/** What git itself has done since somebody last looked. */
	move: GitMove;
}

/** `branch`: it has gone to another commit; `commit`: it has made one of the files as they were. */
export type GitMove = 'none' | 'commit' | 'branch' | 'stash';

/** `git`: git itself put the file there. */
export type OutsideChange = 'nothing' | 'git' | 'create' | 'edit' | 'delete';

/** What a write from outside of the editor is, judged by the texts alone: events come late, twice, or not at all. */
export function outsideChange({ before, existed, now, exists, state, move }: OutsideFacts): OutsideChange {
	if (state === 'ignored' || (!exists && existed === false)) {
		return 'nothing';
	}
	if (exists && existed === true && typeof now === 'string' && now === before) {
		return 'nothing';
	}
	// A branch switch or a rebase leaves files as in the commit; a stash also brings changed files back. What was written and
	// committed at once is as in the commit too, but git has not written it.
	if (move === 'stash' || (state === 'clean' && move !== 'commit')) {
		return 'git';
	}
	if (state === 'conflict' && typeof now === 'string' && now.split('\n').some(line => line.startsWith('<<<<<<< '))) {
		return 'git';
	}
	if (!exists) {
		return 'delete';
	}
	return existed === false ? 'create' : 'edit';
}

/** The last change of a file that was written from outside, as it is entered. */
export interface LastOutside {
	connection: string;
	kind: 'create' | 'edit' | 'delete';
	/** Milliseconds since 1970. */
	time: number;
	seen: boolean;
	/** Text before the whole of it. */
	before: KnownText;
	/** Text that it left. */
	after: KnownText;
	/** The agent has said so itself; else it is a guess. */
	claimed: boolean;
}

interface NextOutside extends Pick<LastOutside, 'connection' | 'kind' | 'time' | 'before' | 'claimed'> {
	now: KnownText;
}

/** Milliseconds in which writes of one agent to one file are one change. */
const WRITES_ON = 60_000;

/** `grow`: the last change goes on; `drop`: it has come to nothing; `new`: another change. */
export function continuation(last: LastOutside | undefined, next: NextOutside): 'grow' | 'drop' | 'new' {
	const { connection, kind, before, now, time, claimed } = next;
	const goesOn =
		last?.connection === connection &&
		!last.seen &&
		last.after === before &&
		typeof before === 'string' &&
		time - last.time < WRITES_ON;
	if (!goesOn || last.kind === 'delete') {
		return 'new';
	}
	if (kind === 'delete') {
		return last.kind === 'create' ? 'drop' : 'new';
	}
	if (last.kind === 'edit' && now === last.before) {
		return 'drop';
	}
	// What is surely the agent's must not grow by a write that may be the user's, nor make such a one sure.
	return typeof now === 'string' && claimed === last.claimed ? 'grow' : 'new';
}

export interface AgentThere {
	connection: string;
	name: string;
	version?: string | undefined;
	/** How it is connected, in no human language, such as "stdio". */
	surface?: string | undefined;
}

/** Writes whose agent nobody knows. */
export const NOBODY_KNOWN: AgentThere = { connection: 'outside', name: 'Outside the editor' };

/**
 * Who wrote a file: the only agent that is there, else nobody knows. An agent may be connected in several ways at once, by MCP and by a
 * protocol of its own; then what it wrote goes to the connection on which it can ask for it.
 */
export function writerOf(there: readonly AgentThere[]): AgentThere {
	const names = new Set(there.map(({ name }) => plainName(name)));
	return (names.size > 1 ? undefined : onlyOne(there)) ?? NOBODY_KNOWN;
}

/**
 * Who wrote a file by the word of a hook, which gives the name of a client, such as "claude-code": the connected agent that has it.
 * Where none or several have it, no more than the name is known.
 */
export function claimantOf(client: string, there: readonly AgentThere[]): AgentThere {
	const plain = plainName(client);
	if (plain === '') {
		return NOBODY_KNOWN;
	}
	const named = there.filter(({ name }) => plainName(name).startsWith(plain));
	return onlyOne(named) ?? { connection: `hook ${plain}`, name: client };
}

/** The agent whose connections these are; undefined where there are several, or none. */
function onlyOne(there: readonly AgentThere[]): AgentThere | undefined {
	const surfaces = new Set(there.map(({ surface }) => surface));
	const isMcp = ({ surface }: AgentThere) => surface === 'mcp' || surface === 'stdio';
	return surfaces.size < there.length ? undefined : (there.find(isMcp) ?? there[0]);
}

/** An agent calls itself "Claude Code" here and "claude-code" there. */
function plainName(name: string): string {
	return name.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
}
