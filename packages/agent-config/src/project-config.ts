import { existsSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { ensureHome, windowsFolder } from '@hawser/link/home.ts';
import { withFileLock } from '@hawser/node/file-lock.ts';
import { isProcessAlive } from '@hawser/node/process-alive.ts';
import { type ConfigRecord, type Holder, recordsFile } from './config-record.ts';
import { claudeFile, ENTRY_NAME, type Plan, placesOf, planEntry, type WantedEntry } from './entry-places.ts';
import { type EntryPlace, type KeptEntries, type KeptOptions, openKeptEntries } from './kept-entries.ts';

export interface ProjectConfigOptions extends KeptOptions {
	home: string;
	windowId: string;
	/** Told what could not be done as wished; the same only once. */
	warn: (message: string) => void;
	/** Claude Code's own file. */
	usersFile?: string;
}

/** The agents' configuration files of one window. */
export interface ProjectConfig {
	/** Brings the files to what is wanted now, and takes back what is wanted no longer or was left by windows that are no more. */
	keep(wanted: readonly WantedEntry[]): Promise<void>;
	/** Takes everything back. Does so before it gives up the thread for longer than a microtask, unless another process has the lock. */
	leave(): Promise<void>;
}

export function createProjectConfig(options: ProjectConfigOptions): ProjectConfig {
	const { home, windowId, warn, usersFile = claudeFile() } = options;
	const warned = new Set<string>();
	/** Only the newest request counts: an older one may come to its turn after it. */
	let request = 0;

	const warnOnce = (message: string) => {
		if (!warned.has(message)) {
			warned.add(message);
			warn(message);
		}
	};

	const locked = (own: number, work: (entries: KeptEntries) => void) =>
		withFileLock(`${recordsFile(home)}.lock`, () => {
			if (own === request) {
				const entries = openKeptEntries(home, options);
				entries.dismiss(holder => holder.window === windowId || isWindowThere(home, holder));
				work(entries);
			}
			return Promise.resolve();
		});

	const settle = (entries: KeptEntries, isKept: (record: ConfigRecord) => boolean) => {
		entries.dismiss((holder, record) => holder.window !== windowId || isKept(record));
		for (const { file, outcome } of entries.settle()) {
			if (outcome.kind !== 'done') {
				warnOnce(`The entry "${ENTRY_NAME}" in ${file} could not be brought up to date: ${outcome.reason}.`);
			}
		}
	};

	const keepOne = (entries: KeptEntries, plan: Plan): EntryPlace | undefined => {
		for (const { place, value, secret } of placesOf(plan, usersFile, warnOnce)) {
			const outcome = entries.keep(place, { window: windowId, pid: process.pid, host: hostname(), value, secret });
			if (outcome.kind === 'done') {
				return place;
			}
			warnOnce(`${place.file} was left alone: ${outcome.reason}.`);
			if (outcome.kind === 'refused') {
				return undefined;
			}
		}
		return undefined;
	};

	return {
		async keep(wanted) {
			const own = ++request;
			ensureHome(home);
			const plans = await Promise.all(wanted.map(entry => planEntry(entry, warnOnce)));
			await locked(own, entries => {
				const kept = new Set<string>();
				for (const plan of plans) {
					const place = plan === undefined ? undefined : keepOne(entries, plan);
					kept.add(place === undefined ? '' : keyOf(place));
				}
				settle(entries, record => kept.has(keyOf(record)));
			});
		},

		async leave() {
			const own = ++request;
			if (existsSync(recordsFile(home))) {
				await locked(own, entries => settle(entries, () => false));
			}
		},
	};
}

function keyOf({ file, path }: Pick<EntryPlace, 'file' | 'path'>): string {
	return [file, ...path].join('\0');
}

/** Windows of other machines that share this home are none of our business. */
function isWindowThere(home: string, { window, pid, host }: Holder): boolean {
	return host !== hostname() || (isProcessAlive(pid) && existsSync(join(windowsFolder(home), `${window}.json`)));
}
