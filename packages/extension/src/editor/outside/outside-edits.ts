import { readFileSync, statSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { withNewlines } from '@hawser/core/text/newlines.ts';
import {
	type AgentThere,
	claimantOf,
	type KnownText,
	outsideChange,
	writerOf,
} from '@hawser/core/text/outside-change.ts';
import { type CancellationSource, createCancellation } from '@hawser/core/waiting/cancellation-source.ts';
import type { WorkingBases } from '@hawser/git/working-base.ts';
import { resultWithin } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import type { ChangeRecorder } from '../journal/change-recorder.ts';
import type { ProjectJournals } from '../journal/project-journals.ts';
import { createEditorWrites, type EditorWrites } from './editor-writes.ts';
import { createKnownTexts } from './known-texts.ts';
import { createOutsideBase, diskText, isReadable, placeInWindow } from './outside-base.ts';
import { createOutsideRecorder, type OutsideWrite } from './outside-recorder.ts';

/** The agents that are connected to the window. */
export interface AgentsThere {
	list(): readonly AgentThere[];
	readonly onDidChange: vscode.Event<void>;
}

/** Enters what is written to files from outside of the editor while an agent is connected. */
export interface OutsideEdits extends vscode.Disposable {
	/** The recorder for our own writes: what others have written to the file before is entered first. */
	readonly recorder: ChangeRecorder;
	/** An agent says, by a hook, that it has just written the file. That is entered with it, and nothing if nothing has changed. */
	claim(file: string, client: string): void;
	/** Ends when everything that was reported so far is entered. */
	settled(): Promise<void>;
}

interface Parts {
	agents: AgentsThere;
	bases: WorkingBases;
	recorder: ChangeRecorder;
	journals: ProjectJournals;
	changed: () => void;
	warn: (text: string) => void;
	shown: (uri: vscode.Uri, before: string | undefined, after: string | undefined) => void;
}

interface Look {
	/** What files were on disk a moment ago. */
	onDisk?: ReadonlyMap<string, KnownText>;
	/** Whose writes they are, by their own word. */
	claimed?: ReadonlyMap<string, AgentThere>;
}

/** Milliseconds of quiet after a report before the files are looked at: many programs write a file in several steps. */
const QUIET = 250;
/** Milliseconds after which they are looked at, quiet or not. */
const PATIENCE = 2000;
/** Milliseconds in which the watcher may not have reported a write yet. */
const WATCHER_DELAY = 3000;
/** Milliseconds for which our own writes wait until what was there before is entered; in a large repository git may take long. */
const LOOK_LIMIT = 3000;
/** Milliseconds after which a write of our own of whose end nobody heard is over. */
const MAKE_LIMIT = 5 * 60_000;
/** Files that are looked at together; a build that writes more is looked at in turns. */
const MAX_BATCH = 1000;
/** Files of which agents say that they have written them, until they are looked at; a flood of them is cut off. */
const MAX_CLAIMS = 200;
const LEFT_ALONE = /[\\/](\.git|node_modules|\.hawser)([\\/]|$)/;

export function createOutsideEdits(parts: Parts): OutsideEdits {
	const { agents, bases, journals, changed, warn } = parts;
	const known = createKnownTexts();
	const base = createOutsideBase(bases, known, warn);
	const outside = createOutsideRecorder({ recorder: parts.recorder, journals, changed, shown: parts.shown });
	const reported = new Set<string>();
	const claims = new Map<string, AgentThere>();
	/** Files that our own tools create, move or delete, until that is noted, with the time at which they began. */
	const making = new Map<string, number>();
	let following: (vscode.Disposable & { signal: CancellationSource; writes: EditorWrites }) | undefined;
	/** Looks take turns, so that none sees half of what another enters. */
	let turn: Promise<void> = Promise.resolve();
	let timer: NodeJS.Timeout | undefined;
	let firstReport = 0;

	const inTurn = (step: () => Promise<void>): Promise<void> => {
		turn = turn.then(step).catch((cause: unknown) => {
			if (following) {
				warn(`What is written from outside of the editor cannot be recorded: ${String(cause)}`);
			}
		});
		return turn;
	};

	function report({ scheme, fsPath }: vscode.Uri): void {
		if (scheme !== 'file' || LEFT_ALONE.test(fsPath)) {
			return;
		}
		if (reported.size === 0) {
			firstReport = Date.now();
		}
		reported.add(fsPath);
		schedule();
	}

	function schedule(): void {
		clearTimeout(timer);
		const wait = Math.min(QUIET, Math.max(0, firstReport + PATIENCE - Date.now()));
		timer = setTimeout(() => void inTurn(lookAtReported), wait);
	}

	/** The editor or one of our tools is at it, and will say what has become of it. */
	const isOwn = (file: string) =>
		following?.writes.isWriting(file) !== false || (making.get(file) ?? 0) > Date.now() - MAKE_LIMIT;

	async function lookAtReported(): Promise<void> {
		const ready = [...reported].filter(file => !isOwn(file)).slice(0, MAX_BATCH);
		ready.forEach(file => reported.delete(file));
		await lookAt(ready);
		if (reported.size > 0 && following) {
			firstReport = Date.now();
			schedule();
		}
	}

	/** Without asking git: most reports are of what the editor has written itself. */
	async function isKnown(file: string, onDisk?: ReadonlyMap<string, KnownText>): Promise<boolean> {
		const text = known.get(file);
		return text !== undefined && text === (onDisk?.has(file) ? onDisk.get(file) : (await diskText(file)).text);
	}

	/** What agents say is looked at at once, whether or not the watcher has told of it, and may tell of it later. */
	async function lookAtClaimed(): Promise<void> {
		const claimed = new Map(claims);
		claims.clear();
		const files: string[] = [];
		for (const file of claimed.keys()) {
			const isText = typeof (await diskText(file)).text === 'string';
			// Of what is no text nobody could tell whether it has changed.
			if (isText && !isOwn(file)) {
				files.push(file);
			}
		}
		files.forEach(file => reported.delete(file));
		await lookAt(files, { claimed });
		for (const file of files) {
			const by = claimed.get(file);
			// Where the look has found a change, it is claimed already.
			await (by && outside.claim(file, known.get(file), by));
		}
	}

	function claim(file: string, client: string): void {
		const place = following && placeInWindow(file);
		if (place === undefined || LEFT_ALONE.test(place) || claims.size >= MAX_CLAIMS) {
			return;
		}
		claims.set(place, claimantOf(client, agents.list()));
		if (claims.size === 1) {
			void inTurn(lookAtClaimed);
		}
	}

	async function lookAt(all: readonly string[], { onDisk, claimed }: Look = {}): Promise<void> {
		const signal = following?.signal;
		const files: string[] = [];
		for (const file of all) {
			if (!(await isKnown(file, onDisk))) {
				files.push(file);
			}
		}
		if (!signal || files.length === 0) {
			return;
		}
		const by = writerOf(agents.list());
		const facts = await base.look(files, signal, onDisk);
		const writes: OutsideWrite[] = [];
		for (const [file, found] of facts) {
			// The user may have saved while git was asked, or a tool may have written.
			const isOver = onDisk === undefined && isOwn(file);
			const kind = isOver ? 'nothing' : outsideChange(found);
			if (kind === 'git') {
				known.delete(file);
				// What git leaves changed differs from the commit; it is nobody's change all the same.
				if (found.state !== 'clean') {
					known.set(file, found.now);
				}
			} else if (kind !== 'nothing') {
				known.set(file, found.now);
				const { before, now } = found;
				const claimant = claimed?.get(file);
				writes.push({ file, kind, before, now, by: claimant ?? by, claimed: claimant !== undefined });
			}
		}
		if (writes.length > 0) {
			await outside.enter(writes);
		}
	}

	/** What somebody wrote just before is still on disk, and gone in a moment; so it is read at once. */
	function lookBeforeSave(file: string): void {
		try {
			const stats = statSync(file);
			const isFresh = reported.has(file) || stats.mtimeMs > Date.now() - WATCHER_DELAY;
			if (!isFresh || !isReadable(stats)) {
				return;
			}
			// Documents, and texts that the editor decodes, are without a byte order mark.
			const text = withNewlines(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
			if (!/[\0\uFFFD]/.test(text)) {
				void inTurn(() => lookAt([file], { onDisk: new Map([[file, text]]) }));
			}
		} catch {
			// There is no file yet.
		}
	}

	function noteOwn(file: string, text?: string): Promise<void> {
		return inTurn(async () => known.set(file, text ?? (await diskText(file)).text));
	}

	/** What comes of the file is read at once, because the turn may come late, and noted in turn, for which nobody has to wait. */
	async function noteMade(file: string, begun: number): Promise<void> {
		const { text } = await diskText(file);
		void inTurn(() => {
			known.set(file, text);
			forgetMaking(file, begun);
			return Promise.resolve();
		});
	}

	function forgetMaking(file: string, begun: number): void {
		// The next tool may be at it already.
		if (making.get(file) === begun) {
			making.delete(file);
		}
	}

	function follow(): void {
		if (agents.list().length === 0) {
			stop();
			return;
		}
		if (following) {
			return;
		}
		const signal = createCancellation();
		const writes = createEditorWrites({ willSave: lookBeforeSave, wrote: noteOwn });
		const watcher = vscode.workspace.createFileSystemWatcher('**/*');
		const registrations = vscode.Disposable.from(
			...[watcher, writes],
			watcher.onDidChange(report),
			watcher.onDidCreate(report),
			watcher.onDidDelete(report),
			vscode.workspace.onDidChangeWorkspaceFolders(() => void inTurn(() => base.read(signal))),
		);
		following = { signal, writes, dispose: () => void registrations.dispose() };
		void inTurn(() => base.read(signal));
	}

	function stop(): void {
		clearTimeout(timer);
		following?.signal.cancel();
		following?.dispose();
		following = undefined;
		reported.clear();
		claims.clear();
		making.clear();
		void turn.then(() => {
			if (!following) {
				base.clear();
			}
		});
	}

	/** Only where somebody may have written just now: a look costs two runs of git. */
	async function lookBefore(uris: readonly vscode.Uri[], signal: Cancellation): Promise<void> {
		const onDisk = new Map<string, KnownText>();
		for (const { fsPath } of following ? uris : []) {
			const stats = await stat(fsPath).catch(() => undefined);
			if (reported.has(fsPath) || (stats && stats.mtimeMs > Date.now() - WATCHER_DELAY)) {
				// When the turn comes, our own text may be there.
				const { text } = await diskText(fsPath);
				if (following?.writes.isWriting(fsPath) === false) {
					onDisk.set(fsPath, text);
				}
			}
		}
		if (onDisk.size > 0) {
			const files = [...onDisk.keys()];
			files.forEach(file => reported.delete(file));
			await resultWithin(
				inTurn(() => lookAt(files, { onDisk })),
				{ milliseconds: LOOK_LIMIT, signal },
			);
		}
	}

	const registration = agents.onDidChange(follow);
	follow();
	return {
		recorder: {
			async begin(changes, caller) {
				await lookBefore(
					changes.map(({ uri }) => uri),
					caller.signal,
				);
				// Edits are known when they are saved, with what a formatter has made of them.
				const places = changes.filter(({ kind }) => kind !== 'edit').flatMap(({ uri, to }) => (to ? [uri, to] : [uri]));
				const files = following ? places.map(({ fsPath }) => fsPath) : [];
				const time = Date.now();
				files.forEach(file => making.set(file, time));
				const begun = await parts.recorder.begin(changes, caller);
				return {
					...begun,
					async made(texts) {
						await begun.made(texts);
						await Promise.all(files.map(file => noteMade(file, time)));
					},
					async dropped() {
						files.forEach(file => forgetMaking(file, time));
						await begun.dropped();
					},
				};
			},
		},
		claim,
		settled: () => inTurn(lookAtReported),
		dispose() {
			registration.dispose();
			stop();
			bases.dispose();
		},
	};
}
