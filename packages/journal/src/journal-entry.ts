import { isRecord, textOf } from '@hawser/core/data/plain-data.ts';

/** One file that an agent has changed in one call. */
export interface JournalEntry {
	id: string;
	/** Date and time in ISO form. */
	time: string;
	/** What the agent calls itself. */
	agent: string;
	/** The same for all calls of one connection. */
	connection: string;
	/** Id of the call, and the tool that it called. */
	call: string;
	tool: string;
	kind: ChangeKind;
	/** Absolute path; of a file that was moved, the old one. */
	file: string;
	/** Where a file was moved. */
	to?: string;
	/** Digest of the text before; absent for a file that was created, or whose text was not kept. */
	before?: string;
	/** Digest of the text after; absent for a file that was deleted, or whose text was not kept. */
	after?: string;
	linesAdded: number;
	linesRemoved: number;
	/** The changes that this one took back. */
	undoes?: readonly string[];
	/** Written from outside of the editor, and no more than a guess that its agent did it. */
	guessed?: boolean;
}

export type ChangeKind = (typeof CHANGE_KINDS)[number];

const CHANGE_KINDS = ['create', 'edit', 'delete', 'move'] as const;

/** What became of a change after it was entered; a line of its own, because lines are only ever added. */
export type JournalNote =
	| ({ id: string; ended: 'made' } & Growth)
	| { id: string; ended: 'dropped' }
	| { id: string; seen: true }
	| { id: string; by: Author; guessed?: boolean };

/** Who made a change, where that was learned later. */
export type Author = Pick<JournalEntry, 'agent' | 'connection' | 'call'>;

/** What has become of a change since it was entered: a formatter has worked on it, or its agent has written on. */
export interface Growth {
	after?: string;
	linesAdded?: number;
	linesRemoved?: number;
}

const TEXTS = ['id', 'time', 'agent', 'connection', 'call', 'tool', 'file'] as const;
const OPTIONAL_TEXTS = ['to', 'before', 'after'] as const;

/** The entry on a line of the journal; undefined for anything else, such as a line that a killed process left unfinished. */
export function readEntry(value: unknown): JournalEntry | undefined {
	if (!isRecord(value)) {
		return undefined;
	}
	const texts = TEXTS.map(name => [name, textOf(value[name])] as const);
	const kind = CHANGE_KINDS.find(known => known === value['kind']);
	if (!kind || texts.some(([, text]) => text === undefined)) {
		return undefined;
	}
	const [id = '', time = '', agent = '', connection = '', call = '', tool = '', file = ''] = texts.map(
		([, text]) => text,
	);
	const optional = OPTIONAL_TEXTS.flatMap(name => {
		const text = textOf(value[name]);
		return text === undefined ? [] : [[name, text] as const];
	});
	const undoes = Array.isArray(value['undoes']) ? value['undoes'].filter(each => typeof each === 'string') : undefined;
	return {
		...{ id, time, agent, connection, call, tool, kind, file },
		linesAdded: countOf(value['linesAdded']),
		linesRemoved: countOf(value['linesRemoved']),
		...Object.fromEntries(optional),
		...(undoes && { undoes }),
		...(value['guessed'] === true && { guessed: true }),
	};
}

function countOf(value: unknown): number {
	return typeof value === 'number' && Number.isSafeInteger(value) ? value : 0;
}

export function readNote(value: unknown): JournalNote | undefined {
	const id = isRecord(value) ? textOf(value['id']) : undefined;
	if (!isRecord(value) || id === undefined) {
		return undefined;
	}
	if (value['seen'] === true) {
		return { id, seen: true };
	}
	const by = readAuthor(value['by']);
	if (by) {
		return { id, by, ...(value['guessed'] === true && { guessed: true }) };
	}
	const after = textOf(value['after']);
	switch (value['ended']) {
		case 'made':
			return {
				...{ id, ended: 'made' },
				...(after !== undefined && { after }),
				...(value['linesAdded'] !== undefined && { linesAdded: countOf(value['linesAdded']) }),
				...(value['linesRemoved'] !== undefined && { linesRemoved: countOf(value['linesRemoved']) }),
			};
		case 'dropped':
			return { id, ended: 'dropped' };
		default:
			return undefined;
	}
}

function readAuthor(value: unknown): Author | undefined {
	if (!isRecord(value)) {
		return undefined;
	}
	const [agent, connection, call] = [value['agent'], value['connection'], value['call']].map(textOf);
	return agent === undefined || connection === undefined || call === undefined
		? undefined
		: { agent, connection, call };
}
