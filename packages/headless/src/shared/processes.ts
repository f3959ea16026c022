import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { sleep } from '@hawser/node/sleep.ts';
import { LAUNCH_MARK } from './server-environment.ts';

export interface ProcessInfo {
	pid: number;
	parent: number;
	/** Tells a process from a later one that was given the same id. */
	startedAt: string;
	command: string;
}

export async function listProcesses(): Promise<ProcessInfo[]> {
	if (process.platform !== 'linux') {
		return listWithPs();
	}
	const names = await readdir('/proc');
	return readAllFromProc(names.filter(name => /^\d+$/.test(name)).map(Number));
}

/** The given processes and everything they started, directly or not. */
export function withDescendants(processes: readonly ProcessInfo[], roots: readonly number[]): ProcessInfo[] {
	const wanted = new Set(roots);
	for (let size = -1; size !== wanted.size; ) {
		size = wanted.size;
		for (const { pid, parent } of processes) {
			if (wanted.has(parent)) {
				wanted.add(pid);
			}
		}
	}
	return processes.filter(({ pid }) => wanted.has(pid));
}

/**
 * All processes of one launch: those below the roots, and those that carry its mark in their environment. The second
 * finds processes whose parent died first; only Linux shows the environment of another process.
 */
export async function launchProcesses(roots: readonly number[], mark: string): Promise<ProcessInfo[]> {
	const processes = await listProcesses();
	const marked: number[] = [];
	if (process.platform === 'linux') {
		const entry = `${LAUNCH_MARK}=${mark}`;
		for (const { pid } of processes) {
			const environment = await readFile(`/proc/${pid}/environ`, 'utf8').catch(() => '');
			if (environment.split('\0').includes(entry)) {
				marked.push(pid);
			}
		}
	}
	return withDescendants(processes, [...roots, ...marked]).filter(({ pid }) => pid !== process.pid);
}

/** Those of a snapshot that still run. */
export async function stillRunning(snapshot: readonly ProcessInfo[]): Promise<ProcessInfo[]> {
	// Asked many times a second while an editor ends, so only those that are meant are read.
	const found = process.platform === 'linux' ? readAllFromProc(snapshot.map(({ pid }) => pid)) : listWithPs();
	const now = new Map((await found).map(info => [info.pid, info.startedAt]));
	return snapshot.filter(({ pid, startedAt }) => now.get(pid) === startedAt);
}

/** Waits until none of a snapshot runs, then returns those that still do. */
export async function waitForEnd(snapshot: readonly ProcessInfo[], limitMs: number): Promise<ProcessInfo[]> {
	const deadline = Date.now() + limitMs;
	let left = await stillRunning(snapshot);
	while (left.length > 0 && Date.now() < deadline) {
		await sleep(50);
		left = await stillRunning(left);
	}
	return left;
}

async function readAllFromProc(pids: readonly number[]): Promise<ProcessInfo[]> {
	const found = await Promise.all(pids.map(readFromProc));
	return found.filter(info => info !== undefined);
}

async function readFromProc(pid: number): Promise<ProcessInfo | undefined> {
	try {
		const [stat, commandLine] = await Promise.all([
			readFile(`/proc/${pid}/stat`, 'utf8'),
			readFile(`/proc/${pid}/cmdline`, 'utf8'),
		]);
		const fields = parseStat(stat);
		if (fields === undefined || fields.state === 'Z') {
			return undefined;
		}
		const { parent, startedAt } = fields;
		return { pid, parent, startedAt, command: commandLine.replaceAll('\0', ' ').trim() };
	} catch {
		return undefined;
	}
}

/** Reads a line of /proc/<pid>/stat. */
export function parseStat(stat: string): { state: string; parent: number; startedAt: string } | undefined {
	// The second field is the name in parentheses and may contain anything, so fields are counted from its end.
	const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
	const [state, parent] = fields;
	const startedAt = fields[19];
	return state === undefined || startedAt === undefined ? undefined : { state, parent: Number(parent), startedAt };
}

async function listWithPs(): Promise<ProcessInfo[]> {
	const { stdout } = await promisify(execFile)('ps', ['-axww', '-o', 'pid=,ppid=,stat=,lstart=,command='], {
		maxBuffer: 1 << 26,
		env: { ...process.env, LC_ALL: 'C' },
	});
	return stdout.split('\n').flatMap(line => {
		const match = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(\w+\s+\w+\s+\d+\s+[\d:]+\s+\d+)\s+(.*)$/.exec(line);
		const [, pid, parent, state = '', startedAt = '', command = ''] = match ?? [];
		return match && !state.startsWith('Z') ? [{ pid: Number(pid), parent: Number(parent), startedAt, command }] : [];
	});
}
