import { existsSync } from 'node:fs';
import { ERROR_CODES } from '@hawser/core/errors/error-codes.ts';
import { isToolError } from '@hawser/core/errors/tool-error.ts';
import type { WindowFinder } from '@hawser/link/find-window.ts';
import type { Finding } from './finding.ts';

const OPEN_FOLDER =
	'Open the folder in VS Code with the Hawser extension, then call again; nothing needs a restart. If it is open there, look for "MCP" in its status bar: no entry means that the extension is missing or disabled.';

/** Which window answers for the folder, and if none does, why that may be. */
export function examineMatch(windows: WindowFinder, answering: ReadonlySet<string>, workspace: string): Finding[] {
	const dead = new Set(windows.all().flatMap(({ id }) => (answering.has(id) ? [] : [id])));
	try {
		const { id, port } = windows.find(workspace, dead);
		return [{ level: 'ok', what: `Calls from ${workspace} go to window ${id} on port ${port}.` }];
	} catch (cause) {
		if (!isToolError(cause)) {
			throw cause;
		}
		const { code, message, hint } = cause;
		const nothingOpen = code === 'E_NO_WINDOW' && answering.size === 0;
		const why = code === 'E_NO_WINDOW' ? explainNone(answering.size) : undefined;
		return [
			{
				level: 'problem',
				what: message,
				...(why !== undefined && { why }),
				// The hint of the error sends its reader here.
				advice: nothingOpen ? OPEN_FOLDER : hint,
				exitCode: ERROR_CODES[code].exitCode,
			},
			...(answering.size === 0 ? examineSurroundings() : []),
		];
	}
}

function explainNone(others: number): string {
	return others === 0
		? 'No window answers at all: VS Code is closed, or the Hawser extension is not installed or not enabled there.'
		: 'Windows are open, but none of them has this folder, or a folder around it, open.';
}

/** Where this process runs may be the reason that it sees no window. */
function examineSurroundings(env: Readonly<Record<string, string | undefined>> = process.env): Finding[] {
	const findings: Finding[] = [];
	if (existsSync('/.dockerenv') || existsSync('/run/.containerenv') || env['REMOTE_CONTAINERS'] !== undefined) {
		findings.push({
			level: 'warning',
			what: 'This is a container.',
			why: 'Windows that run outside of it cannot be reached from here: neither their files nor their ports are shared.',
			advice:
				'Open the folder with Dev Containers, which runs the extension in here, or allow the file bridge: command "Hawser: Allow the File Bridge in This Folder" in the window.',
		});
	} else if (env['WSL_DISTRO_NAME'] !== undefined) {
		findings.push({
			level: 'warning',
			what: 'This is WSL.',
			why: 'A window that opened the folder from Windows keeps its entry on the side of Windows.',
			advice: 'Open the folder with the WSL extension: run "code ." here.',
		});
	}
	if (env['TERM_PROGRAM'] === 'vscode') {
		findings.push({
			level: 'warning',
			what: 'This terminal belongs to a VS Code window in which Hawser does not run.',
			why: 'The extension is missing or disabled; in a remote window it must be installed on the remote side.',
			advice: 'Install or enable Hawser in the Extensions view of this window.',
		});
	}
	return findings;
}
