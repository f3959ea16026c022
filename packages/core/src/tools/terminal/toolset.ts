import type { Toolset } from '../../contract/toolset.ts';
import { terminalList } from './terminal-list.ts';
import { terminalRead } from './terminal-read.ts';
import { terminalRun } from './terminal-run.ts';
import { terminalSend } from './terminal-send.ts';
import { terminalStop } from './terminal-stop.ts';

export const terminalToolset: Toolset = {
	thing: 'terminal',
	title: 'Terminals',
	onByDefault: true,
	instructions:
		'Terminals: terminal_run runs a command where the user can watch it and gives output and exit code; terminal_read reads on.',
	tools: [terminalRun, terminalRead, terminalList, terminalSend, terminalStop],
};
