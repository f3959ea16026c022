import { nameWithVersion } from '@hawser/core/text/name-with-version.ts';
import { type AgentThere, continuation, type KnownText, type LastOutside } from '@hawser/core/text/outside-change.ts';
import { NEVER_CANCELLED } from '@hawser/core/waiting/cancellation-source.ts';
import { setBounded } from '@hawser/node/set-bounded.ts';
import * as vscode from 'vscode';
import { type ChangeRecorder, countLines } from '../journal/change-recorder.ts';
import type { ProjectJournals } from '../journal/project-journals.ts';

/** A write from outside that is to be entered. */
export interface OutsideWrite {
	file: string;
	kind: 'create' | 'edit' | 'delete';
	before: KnownText;
	now: KnownText;
	by: AgentThere;
	/** The agent has said so itself; else it is the only one there, or nobody known. */
	claimed?: boolean;
}

/** Enters writes from outside; what one agent writes to one file in short succession is one change. */
export interface OutsideRecorder {
	enter(writes: readonly OutsideWrite[]): Promise<void>;
	/** The agent says that it has written what the file holds now, after it was entered. */
	claim(file: string, now: KnownText, by: AgentThere): Promise<void>;
}

interface Last extends LastOutside {
	id: string;
	/** It is of several writes, and a hook speaks of the last one alone. */
	grown: boolean;
}

interface Parts {
	recorder: ChangeRecorder;
	journals: ProjectJournals;
	changed: () => void;
	/** Hears of each file that has changed further. */
	shown: (uri: vscode.Uri, before: string | undefined, after: string | undefined) => void;
}

/** Milliseconds without a write after which the next ones count as another call. */
const CALL_ENDS = 30_000;
/** Milliseconds after a write in which its agent may say that it was its own. */
const CLAIMABLE = 30_000;
const MAX_LAST = 200;

export function createOutsideRecorder({ recorder, journals, changed, shown }: Parts): OutsideRecorder {
	const last = new Map<string, Last>();
	const calls = new Map<string, { id: string; time: number }>();

	function callOf({ connection }: AgentThere, time: number): string {
		const known = calls.get(connection);
		const id = known && time - known.time < CALL_ENDS ? known.id : `outside-${time.toString(36)}`;
		calls.set(connection, { id, time });
		return id;
	}

	function remember(file: string, entry: Last): void {
		setBounded(last, file, entry, MAX_LAST);
	}

	/** True when it belongs to the change before it. */
	async function goesOn(write: OutsideWrite, seen: ReadonlySet<string>, time: number): Promise<boolean> {
		const { file, kind, before, now, by, claimed = false } = write;
		const entry = last.get(file);
		const facts = { connection: by.connection, kind, before, now, time, claimed };
		const way = continuation(entry && { ...entry, seen: seen.has(entry.id) }, facts);
		if (!entry || way === 'new') {
			return false;
		}
		const journal = journals.of(vscode.Uri.file(file));
		if (way === 'drop') {
			last.delete(file);
			await journal.drop(entry.id);
		} else if (typeof now === 'string') {
			const counts = countLines(entry.before ?? undefined, now);
			await journal.grow(entry.id, { after: now, ...counts });
			remember(file, { ...entry, after: now, time, grown: true });
			shown(vscode.Uri.file(file), before ?? undefined, now);
		}
		return true;
	}

	async function enterNew(writes: readonly OutsideWrite[], by: AgentThere, time: number): Promise<void> {
		const begun = await recorder.begin(
			writes.map(({ file, kind, before, now, claimed }) => ({
				...{ uri: vscode.Uri.file(file), kind, guessed: claimed !== true },
				...(typeof before === 'string' && { before }),
				...(typeof now === 'string' && { after: now }),
			})),
			{
				...{ agent: by.connection, name: by.name, tool: 'outside', requestId: callOf(by, time) },
				...(by.version !== undefined && { version: by.version }),
				signal: NEVER_CANCELLED,
			},
		);
		await begun.made();
		for (const [index, { file, kind, before, now, claimed = false }] of writes.entries()) {
			const id = begun.ids[index];
			if (id !== undefined) {
				const facts = { id, kind, before, after: now, time, claimed, connection: by.connection };
				remember(file, { ...facts, seen: false, grown: false });
			}
		}
	}

	return {
		async enter(writes) {
			const time = Date.now();
			const seen = last.size === 0 ? new Set<string>() : await seenIds(journals);
			const fresh = new Map<string, OutsideWrite[]>();
			for (const write of writes) {
				if (!(await goesOn(write, seen, time))) {
					fresh.set(write.by.connection, [...(fresh.get(write.by.connection) ?? []), write]);
				}
			}
			for (const own of fresh.values()) {
				const [first] = own;
				await (first && enterNew(own, first.by, time));
			}
			changed();
		},
		async claim(file, now, by) {
			const entry = last.get(file);
			const time = Date.now();
			const isOpen = entry?.claimed === false && time - entry.time < CLAIMABLE;
			if (!isOpen || typeof now !== 'string' || entry.after !== now) {
				return;
			}
			const { connection } = by;
			remember(file, { ...entry, claimed: true, connection });
			const author = { agent: nameWithVersion(by), connection, call: callOf(by, time) };
			await journals.of(vscode.Uri.file(file)).attribute(entry.id, author, { guessed: entry.grown });
			changed();
		},
	};
}

/** What was looked at, or taken back, is a change of its own. */
async function seenIds(journals: ProjectJournals): Promise<ReadonlySet<string>> {
	const all = await journals.list();
	return new Set([...all.filter(({ seen }) => seen).map(({ id }) => id), ...all.flatMap(({ undoes = [] }) => undoes)]);
}
