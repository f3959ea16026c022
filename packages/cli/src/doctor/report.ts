import { lstatSync, readdirSync } from 'node:fs';
import { homedir, hostname, release, userInfo } from 'node:os';
import { join } from 'node:path';
import type { WindowEntry } from '@hawser/link/window-entry.ts';
import { readWindowFolder } from '@hawser/link/window-reader.ts';
import { createConcealer } from './conceal.ts';
import type { Finding } from './finding.ts';

/** Variables that decide where Hawser and its agents look; their values are told, those of others never. */
const TOLD_VARIABLES = ['HAWSER_HOME', 'CLAUDE_PROJECT_DIR', 'TERM_PROGRAM', 'REMOTE_CONTAINERS', 'WSL_DISTRO_NAME'];

export interface ReportFacts {
	home: string;
	workspace: string;
	version: string;
	findings: readonly Finding[];
}

/** All that somebody needs who shall help, as Markdown to paste into an issue: without secrets and private names. */
export function writeReport({ home, workspace, version, findings }: ReportFacts): string {
	const entries = readWindowFolder(home).found.map(({ entry }) => entry);
	const conceal = createConcealer({
		userFolder: homedir(),
		userName: userInfo().username,
		hostName: hostname(),
		folders: [...new Set([...entries.flatMap(({ folders }) => folders), workspace])],
		secrets: entries.map(({ token }) => token),
	});
	const sections = [
		['Hawser report', systemLines(version)],
		['What doctor found', findings.map(findingLine)],
		['Windows', entries.length === 0 ? ['none'] : entries.map(windowLine)],
		[`Files in ${home}`, fileLines(home)],
	] as const;
	return conceal(
		sections.map(([title, lines]) => `## ${title}\n\n${lines.map(line => `- ${line}\n`).join('')}`).join('\n'),
	);
}

function systemLines(version: string): string[] {
	const variables = TOLD_VARIABLES.flatMap(name => {
		const value = process.env[name];
		return value === undefined || value === '' ? [] : [`${name}=${value}`];
	});
	return [
		`hawser ${version}, Node ${process.versions.node}`,
		`${process.platform} ${process.arch} ${release()}`,
		...(variables.length > 0 ? [variables.join(', ')] : []),
	];
}

function findingLine({ level, what, why }: Finding): string {
	return `${level}: ${what}${why === undefined ? '' : ` ${why}`}`;
}

function windowLine({ id, app, version, remote, folders, toolsets, chat }: WindowEntry): string {
	const details = [
		`Hawser ${version}`,
		`${folders.length} ${folders.length === 1 ? 'folder' : 'folders'}`,
		...(remote === undefined ? [] : [`remote ${remote}`]),
		...(toolsets === undefined ? [] : [`toolsets ${toolsets.join(',')}`]),
		...(chat === undefined ? [] : [`chat ${chat}`]),
	];
	return `${id}: ${app}, ${details.join(', ')}`;
}

/** Names, sizes and permissions; never what stands in them. */
function fileLines(home: string): string[] {
	try {
		return readdirSync(home, { withFileTypes: true })
			.map(({ name }) => {
				const stats = lstatSync(join(home, name));
				return `${name}${stats.isDirectory() ? '/' : ''} ${(stats.mode & 0o777).toString(8)} ${stats.size} bytes`;
			})
			.sort();
	} catch {
		return ['cannot be read'];
	}
}
