import { lstatSync } from 'node:fs';
import { join } from 'node:path';
import { windowsFolder } from '@hawser/link/home.ts';
import { readWindowFolder } from '@hawser/link/window-reader.ts';
import { isForThisUserOnly, isOwn } from '@hawser/node/file-ownership.ts';
import type { Finding } from './finding.ts';

/** Are the files that windows and agents share as they must be? */
export function examineHome(home: string): Finding[] {
	const stats = lstatSync(home, { throwIfNoEntry: false });
	if (stats === undefined) {
		return [
			{
				level: 'warning',
				what: `${home} does not exist.`,
				why: 'A window creates it when the Hawser extension starts there for the first time.',
				advice:
					'Install the extension in VS Code and open a folder. If windows use another folder, set HAWSER_HOME to it.',
			},
		];
	}
	if (!stats.isDirectory() || !isOwn(stats)) {
		return [
			{
				level: 'problem',
				what: `${home} is not a folder of this user.`,
				why: 'Hawser believes only files that the user wrote who asks.',
				advice: `Run hawser as the user who runs VS Code, or remove ${home}.`,
			},
		];
	}
	const findings = [...examineSharedFiles(home), ...examineWindowFolder(home)];
	return findings.length > 0 ? findings : [{ level: 'ok', what: `${home} is closed to others.` }];
}

function examineSharedFiles(home: string): Finding[] {
	return ['tokens.json', 'ports.json'].flatMap(name => {
		const path = join(home, name);
		const stats = lstatSync(path, { throwIfNoEntry: false });
		return stats === undefined || isForThisUserOnly(stats)
			? []
			: [
					{
						level: 'problem' as const,
						what: `${path} can be read by others, or is not a file of this user.`,
						why: 'It is not believed, so projects get new ports and tokens.',
						advice: `Run: chmod 600 ${path}. If others use this machine, renew the tokens with the command "Hawser: Renew Token".`,
					},
				];
	});
}

function examineWindowFolder(home: string): Finding[] {
	const { problem, refused } = readWindowFolder(home);
	const folder = windowsFolder(home);
	if (problem !== undefined) {
		return [
			{
				level: 'problem',
				what: problem,
				why: 'Anybody could put a window of their own there, so nothing in it is believed.',
				advice: `Run: chmod 700 ${folder}. If it is not yours, remove it and reload the window.`,
			},
		];
	}
	return refused.map(({ file, reason }) => ({
		level: 'warning',
		what: `${join(folder, file)} is not believed. ${reason}`,
		why: 'A window writes its entry for its own user only (mode 600).',
		advice: 'Remove the file and reload the window that it belongs to.',
	}));
}
