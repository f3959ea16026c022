import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copilot } from './copilot.ts';
import type { TerminalClient } from './terminal-client.ts';

export const copilotInTerminal: TerminalClient = {
	name: 'copilot',
	way: 'Copilot CLI’s IDE connection',
	prepare(home, { project }) {
		mkdirSync(join(home, '.copilot'), { recursive: true });
		writeFileSync(join(home, '.copilot/config.json'), JSON.stringify({ trusted_folders: [project] }));
	},
	env: copilot.env,
	args: [],
	comesBack: true,
	review: 'readonly',
	write: (path, text) => ({ tool: 'create', input: { path, file_text: text } }),
	agree: '\r',
};
