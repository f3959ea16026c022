import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TerminalClient } from './terminal-client.ts';

export const qwenInTerminal: TerminalClient = {
	name: 'qwen',
	way: 'Qwen Code’s IDE connection',
	prepare(home) {
		mkdirSync(join(home, '.qwen'), { recursive: true });
		const settings = { security: { auth: { selectedType: 'openai' } }, ide: { enabled: true } };
		writeFileSync(join(home, '.qwen/settings.json'), JSON.stringify(settings));
	},
	env: model => ({
		OPENAI_API_KEY: 'made-up',
		OPENAI_BASE_URL: `${model}/v1`,
		OPENAI_MODEL: 'made-up',
		QWEN_CODE_NO_RELAUNCH: 'true',
		REMOTE_CONTAINERS: '1',
	}),
	args: ['--approval-mode', 'default'],
	comesBack: false,
	review: 'editable',
	write: (path, text) => ({ tool: 'write_file', input: { file_path: path, content: text } }),
	agree: '\r',
};
