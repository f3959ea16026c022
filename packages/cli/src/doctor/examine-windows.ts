import { hostname } from 'node:os';
import { isRecord } from '@hawser/core/data/plain-data.ts';
import { get } from '@hawser/link/ask-window.ts';
import { DeadEntry } from '@hawser/link/call-window.ts';
import type { WindowEntry } from '@hawser/link/window-entry.ts';
import type { WindowHttp } from '@hawser/link/window-http.ts';
import { readWindowFolder } from '@hawser/link/window-reader.ts';
import { isProcessAlive } from '@hawser/node/process-alive.ts';
import { examineNativeIde } from './examine-native-ide.ts';
import type { Finding } from './finding.ts';

const LIMIT = 2000;

/** Is behind every entry the window that it speaks of? Also gives the ids of those that answer. */
export async function examineWindows(
	home: string,
	http: WindowHttp,
	ownVersion: string,
): Promise<{ findings: Finding[]; answering: Set<string> }> {
	const entries = readWindowFolder(home).found.map(({ entry }) => entry);
	const answering = new Set<string>();
	const findings = await Promise.all(
		entries.map(async entry => {
			const found = await examineWindow(http, entry, ownVersion);
			if (found.every(({ level }) => level !== 'problem') && isProcessAlive(entry.pid)) {
				answering.add(entry.id);
			}
			return found;
		}),
	);
	return { findings: findings.flat(), answering };
}

async function examineWindow(http: WindowHttp, entry: WindowEntry, ownVersion: string): Promise<Finding[]> {
	const name = nameOf(entry);
	if (entry.host !== undefined && entry.host !== hostname()) {
		return [
			{
				level: 'warning',
				what: `${name} runs on another machine (${entry.host}), and this is ${hostname()}.`,
				why: 'The two share a home folder; a window can be called only from the machine or container where it runs.',
				advice: 'Run the agent there, for example in the terminal of that window.',
			},
		];
	}
	if (!isProcessAlive(entry.pid)) {
		return [
			{
				level: 'warning',
				what: `${name} is no more: its process ${entry.pid} has ended.`,
				why: 'It ended without removing its entry. Calls pass over it.',
				advice: 'Nothing; the next window that starts removes the entry.',
			},
		];
	}
	try {
		return explainAnswer(entry, name, await get(http, entry, '/health', LIMIT), ownVersion);
	} catch (cause) {
		const reason = cause instanceof DeadEntry ? cause.reason : undefined;
		if (reason === 'stranger') {
			return [portTaken(entry, name, 'another program')];
		}
		if (reason === 'unproven') {
			return [wrongToken(name)];
		}
		return [
			{
				level: 'problem',
				what: `${name} does not answer on port ${entry.port}.`,
				why: `Its process ${entry.pid} is there, but its server is not, or the window hangs.`,
				advice: 'Run "Developer: Reload Window" in that window.',
			},
		];
	}
}

function explainAnswer(
	{ id, port, version }: WindowEntry,
	name: string,
	{ status, windowId, body }: Awaited<ReturnType<typeof get>>,
	ownVersion: string,
): Finding[] {
	if (status === 401) {
		return [wrongToken(name)];
	}
	if (windowId !== id || status !== 200 || !isRecord(body)) {
		return [portTaken({ port }, name, windowId === undefined ? 'another program' : `window ${windowId}`)];
	}
	const trusted = body['trusted'] !== false;
	return [
		{ level: 'ok', what: `${name} answers on port ${port}.` },
		...examineNativeIde(name, body),
		...(version === ownVersion ? [] : [versionFinding(name, version, ownVersion)]),
		...(trusted ? [] : [untrustedFinding(name)]),
	];
}

function portTaken({ port }: Pick<WindowEntry, 'port'>, name: string, by: string): Finding {
	return {
		level: 'problem',
		what: `Port ${port}, which ${name} had, is used by ${by}.`,
		why: 'The window gave the port up and its entry was left behind, or it has a version of Hawser that cannot prove itself.',
		advice: 'Run "Developer: Reload Window" in that window; it gets another port.',
	};
}

function wrongToken(name: string): Finding {
	return {
		level: 'problem',
		what: `${name} does not accept its token.`,
		why: 'The token was renewed and the entry still has the old one, or another window has its port.',
		advice: 'Run "Developer: Reload Window" in that window.',
	};
}

function versionFinding(name: string, version: string, ownVersion: string): Finding {
	return {
		level: 'warning',
		what: `${name} has Hawser ${version}, and this is hawser ${ownVersion}.`,
		why: 'Tools that only one of them knows cannot be called.',
		advice:
			'Install both from the same build, or use ~/.hawser/bin/hawser: the extension brings it along in its own version.',
	};
}

function untrustedFinding(name: string): Finding {
	return {
		level: 'warning',
		what: `${name} is not trusted.`,
		why: 'Only tools that read may run there.',
		advice: 'Run "Workspaces: Manage Workspace Trust" in that window.',
	};
}

function nameOf({ id, folders, workspaceFile }: WindowEntry): string {
	const place = workspaceFile ?? (folders.length === 0 ? 'without a folder' : folders.join(' + '));
	return `The window ${place} (${id})`;
}
