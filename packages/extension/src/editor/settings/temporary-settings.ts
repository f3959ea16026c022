import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import * as path from 'node:path';
import { delay, type TimeLimit } from '@hawser/node/deadlines.ts';
import { isProcessAlive } from '@hawser/node/process-alive.ts';
import { errorCode } from '@hawser/node/system-error.ts';
import * as vscode from 'vscode';

/**
 * User settings that have another value during a call. There is no other way to keep VS Code's own extensions from asking
 * the user; the user's settings are taken because those of the workspace may be under version control. What they
 * were is kept on disk meanwhile, so that the next start puts back what a crash left behind.
 */
export interface TemporarySettings {
	/** Only one window at a time changes settings. When the time runs out first, `run` works with the settings as they are. */
	during<T>(wanted: readonly WantedSetting[], timeLimit: TimeLimit, run: () => Promise<T>): Promise<T>;
}

export interface WantedSetting {
	/** The setting is named in two parts, such as `js/ts` and `updateImportsOnFileMove.enabled`. */
	section: string;
	key: string;
	value: string;
}

interface ChangedSetting extends WantedSetting {
	/** The user's own value; absent when they had none. */
	before?: unknown;
}

interface SettingsRecord {
	pid: number;
	/** The field keeps its name, so that a record of an older version is put back too. */
	loans: ChangedSetting[];
}

const PAUSE = 200;

export function createTemporarySettings(home: string): TemporarySettings {
	const file = recordFile(home);
	return {
		async during(wanted, timeLimit, run) {
			const changes = wanted.map(setting => ({ ...setting, before: userValue(setting) }));
			if (changes.length === 0 || !(await acquire(file, changes, timeLimit))) {
				return run();
			}
			try {
				for (const { section, key, value } of changes) {
					await update(section, key, value);
				}
				return await run();
			} finally {
				await putBack(changes);
				await rm(file, { force: true });
			}
		},
	};
}

/** Called at the start of a window; puts back the settings that a crashed window had changed. */
export async function restoreTemporarySettings(home: string): Promise<void> {
	const file = recordFile(home);
	const record = await readRecord(file);
	if (record && !isProcessAlive(record.pid)) {
		await putBack(record.loans);
		await rm(file, { force: true });
	}
}

async function acquire(file: string, changes: ChangedSetting[], { milliseconds, signal }: TimeLimit): Promise<boolean> {
	const giveUpAt = Date.now() + milliseconds;
	const record: SettingsRecord = { pid: process.pid, loans: changes };
	// Once in any case: what came before may have used up the time, and without the setting the user would be asked.
	do {
		try {
			await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
			await writeFile(file, JSON.stringify(record), { flag: 'wx', mode: 0o600 });
			return true;
		} catch (error) {
			if (errorCode(error) !== 'EEXIST') {
				return false;
			}
			const other = await readRecord(file);
			if (other && !isProcessAlive(other.pid)) {
				await putBack(other.loans);
				await rm(file, { force: true });
			} else {
				await delay(PAUSE, signal);
			}
		}
	} while (Date.now() < giveUpAt);
	return false;
}

/** A value that the user has chosen meanwhile is theirs. */
async function putBack(changes: readonly ChangedSetting[]): Promise<void> {
	for (const change of changes) {
		if (userValue(change) === change.value) {
			await update(change.section, change.key, change.before);
		}
	}
}

function userValue({ section, key }: Pick<WantedSetting, 'section' | 'key'>): unknown {
	return vscode.workspace.getConfiguration(section, null).inspect(key)?.globalValue;
}

async function update(section: string, key: string, value: unknown): Promise<void> {
	await vscode.workspace.getConfiguration(section, null).update(key, value, vscode.ConfigurationTarget.Global);
}

/** Each installation of an editor has user settings of its own. */
function recordFile(home: string): string {
	const editor = createHash('sha256').update(vscode.env.appRoot).digest('hex').slice(0, 12);
	return path.join(home, `borrowed-settings-${editor}.json`);
}

async function readRecord(file: string): Promise<SettingsRecord | undefined> {
	try {
		const record: unknown = JSON.parse(await readFile(file, 'utf8'));
		return isSettingsRecord(record) ? record : undefined;
	} catch {
		return undefined;
	}
}

function isSettingsRecord(value: unknown): value is SettingsRecord {
	return (
		typeof value === 'object' &&
		value !== null &&
		'pid' in value &&
		typeof value.pid === 'number' &&
		'loans' in value &&
		Array.isArray(value.loans)
	);
}
