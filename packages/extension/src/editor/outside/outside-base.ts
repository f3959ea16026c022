import { realpathSync, type Stats } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { withNewlines } from '@hawser/core/text/newlines.ts';
import type { GitMove, KnownText, OutsideFacts } from '@hawser/core/text/outside-change.ts';
import type { FileState, GitMoves, WorkingBase, WorkingBases } from '@hawser/git/working-base.ts';
import { pathBelow } from '@hawser/node/path-rules.ts';
import { realPathOr } from '@hawser/node/real-path.ts';
import * as vscode from 'vscode';
import { foldersOnDisk } from '../shared/folders-on-disk.ts';
import type { KnownTexts } from './known-texts.ts';

/** What files were before somebody wrote to them: from git's objects, from copies of the few that git does not have. */
export interface OutsideBase {
	/** Looks at everything anew. Files that are as in the commit are not read. */
	read(signal: Cancellation): Promise<void>;
	/** What a file was on disk a moment ago, where that is given, counts instead of what is there now. */
	look(
		files: readonly string[],
		signal: Cancellation,
		onDisk?: ReadonlyMap<string, KnownText>,
	): Promise<ReadonlyMap<string, OutsideFacts>>;
	clear(): void;
}

/** Longer files are listed without their text. */
const MAX_BYTES = 2_000_000;
/** Files of a folder without git that are looked at. */
const MAX_FILES = 2000;

interface Found {
	base: WorkingBase;
	move: GitMove;
	states: ReadonlyMap<string, FileState>;
	contents: ReadonlyMap<string, Uint8Array>;
}

export function createOutsideBase(bases: WorkingBases, known: KnownTexts, warn: (text: string) => void): OutsideBase {
	let repositories: readonly WorkingBase[] = [];
	/** Folders without git of which every file was copied: what is not known there was not there. */
	let whole = new Set<string>();

	const baseOf = (real: string) =>
		repositories
			.filter(({ repository }) => pathBelow(repository.root, real) !== undefined)
			.sort((one, other) => other.repository.root.length - one.repository.root.length)[0];

	/** In turn, so that the disk has time for others. */
	async function copy(files: readonly string[], signal: Cancellation): Promise<void> {
		for (const file of files) {
			if (signal.cancelled) {
				return;
			}
			known.set(file, known.full ? undefined : (await diskText(file)).text);
		}
	}

	async function copyFolder(folder: string, signal: Cancellation): Promise<void> {
		const pattern = new vscode.RelativePattern(folder, '**/*');
		const files = await vscode.workspace.findFiles(pattern, '**/{node_modules,.git}/**', MAX_FILES + 1);
		if (files.length > MAX_FILES) {
			warn(
				`${folder} lies in no git repository and has more than ${MAX_FILES} files: what agents write there with tools of their own is listed, and cannot be undone.`,
			);
			return;
		}
		await copy(
			files.map(({ fsPath }) => fsPath),
			signal,
		);
		if (!known.full) {
			whole.add(folder);
		}
	}

	async function read(signal: Cancellation): Promise<void> {
		const names = realNames();
		repositories = await bases.read(signal);
		whole = new Set();
		const open = repositories.flatMap(base => [...base.open]).map(names.shown);
		const isOpen = new Set(open);
		for (const file of known.files.filter(each => baseOf(names.real(each)) && !isOpen.has(each))) {
			known.delete(file);
		}
		const unknown = open.filter(file => !known.has(file) && vscode.workspace.getWorkspaceFolder(vscode.Uri.file(file)));
		await copy(unknown.slice(0, MAX_FILES), signal);
		if (unknown.length > MAX_FILES) {
			warn(
				`More than ${MAX_FILES} files differ from the last commit: what agents write to the rest of them with tools of their own is listed, and cannot be undone.`,
			);
		}
		for (const { uri } of foldersOnDisk().filter(folder => !baseOf(names.real(folder.uri.fsPath)))) {
			await copyFolder(uri.fsPath, signal);
		}
	}

	/** One run of git for the states, and one for the texts. */
	async function ask(base: WorkingBase, files: readonly string[], signal: Cancellation): Promise<Found> {
		const moves = await bases.moves(base.repository);
		const move = moveOf(base.moves, moves);
		const states = await bases.states(base.repository, files, signal);
		const wanted = files.filter(file => {
			const state = states.get(file);
			return state !== 'ignored' && (state !== 'clean' || move === 'commit') && !base.open.has(file);
		});
		return { base, move, states, contents: await bases.contents(base, wanted, signal) };
	}

	async function look(
		files: readonly string[],
		signal: Cancellation,
		onDisk?: ReadonlyMap<string, KnownText>,
	): Promise<ReadonlyMap<string, OutsideFacts>> {
		const names = realNames();
		const groups = new Map<WorkingBase | undefined, string[]>();
		for (const file of files) {
			const base = baseOf(names.real(file));
			groups.set(base, [...(groups.get(base) ?? []), file]);
		}
		const facts = new Map<string, OutsideFacts>();
		let moved = false;
		for (const [base, own] of groups) {
			const found = base && (await ask(base, own.map(names.real), signal));
			moved ||= found !== undefined && found.move !== 'none';
			for (const file of own) {
				const text = onDisk?.get(file);
				const disk = onDisk?.has(file) ? { exists: text !== null, text } : await diskText(file);
				facts.set(file, await factsOf(file, names.real(file), { found, disk }));
			}
		}
		if (moved) {
			// After this the commit is another one; what is written from now on is compared with that.
			await read(signal);
		}
		return facts;
	}

	async function factsOf(
		file: string,
		real: string,
		{ found, disk: { exists, text: now } }: { found: Found | undefined; disk: { exists: boolean; text: KnownText } },
	): Promise<OutsideFacts> {
		const facts = { exists, now, state: found?.states.get(real), move: found?.move ?? 'none' };
		if (known.has(file)) {
			const before = known.get(file);
			return { ...facts, before, existed: before === undefined ? undefined : before !== null };
		}
		if (!found) {
			const isNew = [...whole].some(folder => pathBelow(folder, file) !== undefined);
			return { ...facts, before: isNew ? null : undefined, existed: isNew ? false : undefined };
		}
		const content = found.contents.get(real);
		const isOpen = found.base.open.has(real);
		const before = content && (await decode(content, file));
		return { ...facts, before: content || isOpen ? before : null, existed: content !== undefined || isOpen };
	}

	return {
		read,
		look,
		clear() {
			repositories = [];
			whole = new Set();
			known.clear();
		},
	};
}

function moveOf(before: GitMoves, now: GitMoves): GitMove {
	if (before.stash !== now.stash) {
		return 'stash';
	}
	return before.mark === now.mark ? 'none' : now.last.startsWith('commit') ? 'commit' : 'branch';
}

/** Text on disk: null where there is no file, undefined where it is no text. */
export async function diskText(file: string): Promise<{ exists: boolean; text: KnownText }> {
	try {
		const stats = await stat(file);
		if (!stats.isFile()) {
			return { exists: false, text: null };
		}
		return { exists: true, text: isReadable(stats) ? await decode(await readFile(file), file) : undefined };
	} catch {
		return { exists: false, text: null };
	}
}

/** Nothing else is read: a pipe would never end, and a longer text is not kept. */
export function isReadable(stats: Pick<Stats, 'isFile' | 'size'>): boolean {
	return stats.isFile() && stats.size <= MAX_BYTES;
}

async function decode(bytes: Uint8Array, file: string): Promise<string | undefined> {
	if (bytes.length > MAX_BYTES) {
		return undefined;
	}
	const text = await vscode.workspace.decode(bytes, { uri: vscode.Uri.file(file) });
	return /[\0\uFFFD]/.test(text) ? undefined : withNewlines(text);
}

/** Where the file really lies, as the window names it; undefined for what is not there, or in none of its folders. */
export function placeInWindow(file: string): string | undefined {
	try {
		const shown = realNames().shown(realpathSync.native(file));
		return vscode.workspace.getWorkspaceFolder(vscode.Uri.file(shown)) && shown;
	} catch {
		return undefined;
	}
}

/** Git knows real paths, the window those that were opened. */
function realNames() {
	const folders = foldersOnDisk().map(({ uri }) => ({ shown: uri.fsPath, real: realPathOr(uri.fsPath) }));
	const translate = (from: 'shown' | 'real', to: 'shown' | 'real') => (file: string) => {
		for (const folder of folders) {
			const below = pathBelow(folder[from], file);
			if (below !== undefined) {
				return join(folder[to], below);
			}
		}
		return file;
	};
	return { real: translate('shown', 'real'), shown: translate('real', 'shown') };
}
