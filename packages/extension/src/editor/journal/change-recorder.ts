import type { Caller } from '@hawser/core/ports/values/caller.ts';
import { countChangedLines } from '@hawser/core/text/line-diff.ts';
import { nameWithVersion } from '@hawser/core/text/name-with-version.ts';
import type { BegunChanges, Journal, PlannedChange } from '@hawser/journal/journal.ts';
import type { ChangeKind } from '@hawser/journal/journal-entry.ts';
import type * as vscode from 'vscode';
import type { ProjectJournals } from './project-journals.ts';

/** A file that an agent is about to change. */
export interface FileChange {
	uri: vscode.Uri;
	kind: ChangeKind;
	to?: vscode.Uri;
	/** Text before; absent for a new file, or where it is no text. */
	before?: string;
	/** Text after; absent for a file that goes, or where it is no text. */
	after?: string;
	/** Nobody has said that it is the agent's. */
	guessed?: boolean;
}

/** Enters what agents change into the journals, before it is changed. */
export interface ChangeRecorder {
	begin(changes: readonly FileChange[], caller: Caller): Promise<RecordedChanges>;
}

/** As in one journal, but the changes may be of several. */
export interface RecordedChanges extends Omit<BegunChanges, 'ids'> {
	/** In the order of the changes; undefined for one that could not be entered. */
	readonly ids: readonly (string | undefined)[];
}

const UNRECORDED: BegunChanges = { ids: [], made: () => Promise.resolve(), dropped: () => Promise.resolve() };

interface Parts {
	journals: ProjectJournals;
	warn: (text: string) => void;
	/** Hears that a journal says something else than before. */
	changed: () => void;
	/** Hears of each file that has changed, so that the user can be shown it. */
	shown: (uri: vscode.Uri, before: string | undefined, after: string | undefined) => void;
}

export function createChangeRecorder({ journals, warn, changed, shown }: Parts): ChangeRecorder {
	let warned = false;

	/** A full disk must not keep the user's agent from working: the change is made without a way back, and that is said. */
	async function orUnrecorded(begin: () => Promise<BegunChanges>): Promise<BegunChanges> {
		try {
			return safe(await begin());
		} catch (cause) {
			warnOnce(cause);
			return UNRECORDED;
		}
	}

	function safe({ ids, made, dropped }: BegunChanges): BegunChanges {
		return { ids, made: texts => made(texts).catch(warnOnce), dropped: () => dropped().catch(warnOnce) };
	}

	function warnOnce(cause: unknown): void {
		if (!warned) {
			warned = true;
			warn(`Changes of agents cannot be recorded, so they cannot be taken back: ${String(cause)}`);
		}
	}

	async function begin(changes: readonly FileChange[], caller: Caller): Promise<RecordedChanges> {
		const { agent, name = agent, version, requestId = '', tool = '', undoes } = caller;
		const facts = {
			agent: nameWithVersion({ name, version }),
			connection: agent,
			call: requestId,
			tool,
			...(undoes && { undoes }),
		};
		const groups = new Map<Journal, { at: number; change: PlannedChange }[]>();
		for (const [at, { uri, kind, to, before, after, guessed }] of changes.entries()) {
			const journal = journals.of(uri);
			const change: PlannedChange = {
				...facts,
				...{ kind, file: uri.fsPath },
				...countLines(kind === 'edit' && after === undefined ? undefined : before, after),
				...(to && { to: to.fsPath }),
				...(before !== undefined && { before }),
				...(after !== undefined && { after }),
				...(guessed === true && { guessed }),
			};
			groups.set(journal, [...(groups.get(journal) ?? []), { at, change }]);
		}
		const begun = await Promise.all(
			[...groups].map(async ([journal, group]) => ({
				places: group.map(({ at }) => at),
				changes: await orUnrecorded(() => journal.begin(group.map(({ change }) => change))),
				journal,
			})),
		);
		const idAt = new Map(begun.flatMap(({ places, changes: { ids } }) => places.map((at, index) => [at, ids[index]])));
		return {
			ids: changes.map((_, at) => idAt.get(at)),
			async made(texts = []) {
				await Promise.all(begun.map(({ places, changes: part }) => part.made(places.map(at => texts[at]))));
				await Promise.all(begun.map(part => countLate(part, changes, texts).catch(warnOnce)));
				changed();
				for (const [at, { uri, to, kind, before, after }] of changes.entries()) {
					if (kind === 'create' || kind === 'edit') {
						shown(to ?? uri, before, texts[at] ?? after);
					}
				}
			},
			async dropped() {
				await Promise.all(begun.map(({ changes: part }) => part.dropped()));
			},
		};
	}

	return { begin };
}

/** What becomes of a notebook is known only when it is saved, and so is the number of its lines. */
async function countLate(
	{ places, changes: { ids }, journal }: { places: readonly number[]; changes: BegunChanges; journal: Journal },
	changes: readonly FileChange[],
	texts: readonly (string | undefined)[],
): Promise<void> {
	for (const [index, at] of places.entries()) {
		const { kind, before, after } = changes[at] ?? {};
		const id = ids[index];
		const late = texts[at];
		if (kind === 'edit' && id !== undefined && before !== undefined && after === undefined && late !== undefined) {
			await journal.grow(id, { after: late, ...countLines(before, late) });
		}
	}
}

export function countLines(
	before: string | undefined,
	after: string | undefined,
): { linesAdded: number; linesRemoved: number } {
	const { added, removed } = countChangedLines(before ?? '', after ?? '');
	return { linesAdded: added, linesRemoved: removed };
}
