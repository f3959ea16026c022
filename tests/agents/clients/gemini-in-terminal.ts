import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TerminalClient } from './terminal-client.ts';

export const geminiInTerminal: TerminalClient = {
	name: 'gemini',
	way: 'Gemini CLI’s IDE connection',
	prepare(home, { project }) {
		mkdirSync(join(home, '.gemini'), { recursive: true });
		const settings = { security: { auth: { selectedType: 'gemini-api-key' } }, ide: { enabled: true } };
		writeFileSync(join(home, '.gemini/settings.json'), JSON.stringify(settings));
		writeFileSync(join(home, '.gemini/trustedFolders.json'), JSON.stringify({ [project]: 'TRUST_FOLDER' }));
	},
	env: model => ({
		GEMINI_API_KEY: 'made-up',
		GOOGLE_GEMINI_BASE_URL: model,
		GEMINI_CLI_TRUST_WORKSPACE: 'true',
		GEMINI_CLI_NO_RELAUNCH: '1',
		// In a container it would look for the editor on the host.
		REMOTE_CONTAINERS: '1',
	}),
	args: ['-m', 'gemini-2.5-flash'],
	comesBack: false,
	review: 'editable',
	write: (path, text) => ({ tool: 'write_file', input: { file_path: path, content: text } }),
	agree: '\r',
};
