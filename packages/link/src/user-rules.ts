import { lstatSync, readFileSync, type Stats } from 'node:fs';
import { messageOf } from '@hawser/core/data/message-of.ts';
import { isRecord, listOf } from '@hawser/core/data/plain-data.ts';
import { type Rule, readRule } from '@hawser/core/policy/rule.ts';
import { withFileLock } from '@hawser/node/file-lock.ts';
import { isWrittenByThisUser } from '@hawser/node/file-ownership.ts';
import { errorCode } from '@hawser/node/system-error.ts';
import { writeFileAtomically } from '@hawser/node/write-file-atomically.ts';
import { rulesPath } from './home.ts';

export interface UserRules {
	rules: readonly Rule[];
	/** How many of them, at the beginning, the environment gives: they stand in no file that could be changed here. */
	fromEnvironment?: number;
	/** What is wrong with the file; then nobody knows what the user has forbidden. */
	problem?: string;
}

/** The user's rules about agents: one file for all windows, in the home and never in a repository. */
export interface UserRulesFile {
	readonly path: string;
	/** Looks at the file on every call, and reads it when it has changed. */
	read(): UserRules;
	/** Changes the newest rules; an error when the file cannot be understood. */
	change(edit: (rules: readonly Rule[]) => readonly Rule[]): Promise<void>;
}

export function userRulesFile(home: string): UserRulesFile {
	const path = rulesPath(home);
	let known: UserRules = { rules: [] };
	let knownStamp = '';
	function read(): UserRules {
		const stats = statsOf(path);
		const stamp = stats ? [stats.ino, stats.size, stats.mtimeMs, stats.mode].join(' ') : '';
		if (stamp !== knownStamp) {
			known = stats ? readRules(path, stats) : { rules: [] };
			knownStamp = stamp;
		}
		return known;
	}
	return {
		path,
		read,
		change: edit =>
			withFileLock(`${path}.lock`, async ({ requireHeld }) => {
				const { rules, problem } = read();
				if (problem !== undefined) {
					throw new Error(`${path}: ${problem}`);
				}
				const text = `${JSON.stringify({ rules: edit(rules) }, null, '\t')}\n`;
				await writeFileAtomically(path, text, 0o600, requireHeld);
			}),
	};
}

function statsOf(path: string): Stats | undefined {
	try {
		return lstatSync(path);
	} catch (cause) {
		if (errorCode(cause) === 'ENOENT') {
			return undefined;
		}
		throw cause;
	}
}

/** The rules of a file that is not the user's ordinary one. */
export function readRulesAt(path: string): UserRules {
	const stats = statsOf(path);
	return stats ? readRules(path, stats) : { rules: [], problem: `There is no file ${path}.` };
}

function readRules(path: string, stats: Stats): UserRules {
	if (!isWrittenByThisUser(stats)) {
		return { rules: [], problem: 'Others than you can change it. Make it yours alone (chmod 600).' };
	}
	try {
		return parseRules(readFileSync(path, 'utf8'));
	} catch (cause) {
		return { rules: [], problem: messageOf(cause) };
	}
}

export function parseRules(text: string): UserRules {
	try {
		const parsed: unknown = JSON.parse(text);
		if (!isRecord(parsed) || !Array.isArray(parsed['rules'])) {
			return { rules: [], problem: 'It is an object with a list of rules: {"rules": []}.' };
		}
		const read = listOf(parsed['rules']).map(readRule);
		const rules = read.filter(rule => typeof rule !== 'string');
		const [problem] = read.flatMap((rule, index) => (typeof rule === 'string' ? [`Rule ${index + 1}: ${rule}`] : []));
		return { rules, ...(problem !== undefined && { problem }) };
	} catch (cause) {
		return { rules: [], problem: messageOf(cause) };
	}
}
