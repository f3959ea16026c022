import { relative } from 'node:path';
import { launcherPath } from '@hawser/agent-config/launcher-script.ts';
import type { WindowEntry } from '@hawser/link/window-entry.ts';
import { ARTEFACTS, ROOT } from '../build/artefacts.ts';
import { asCommand, type Question, quote } from './questions.ts';

interface Connection {
	folder: string;
	entry: WindowEntry;
	/** HAWSER_HOME of the window; its launcher brings it along, so no variable has to be set. */
	home: string;
	page: string;
	password: string;
	question: Question;
}

export function howToConnect({ folder, entry, home, page, password, question }: Connection): string {
	const hawser = quote(launcherPath(home));
	const workspace = `--workspace ${quote(folder)}`;
	return `
VS Code is open on ${folder} and stays up until Ctrl+C.

Claude Code and Copilot CLI, started in that folder, find it by themselves; nothing is to be set up.
Ask it yourself, from any shell:
  ${hawser} call ${asCommand(question)} ${workspace}
Any other agent, started in that folder: the command
  ${hawser} mcp
or by HTTP, with the header that "${hawser} headers ${workspace}" prints:
  http://127.0.0.1:${entry.port}/mcp
Watch a window of it in a browser; calls go to the window that was opened last:
  ${page}   (password: ${password})
Install it in your own VS Code:
  code --install-extension ${relative(ROOT, ARTEFACTS.vsix)}
`;
}
