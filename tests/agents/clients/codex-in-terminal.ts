import { codex } from './codex.ts';
import type { TerminalClient } from './terminal-client.ts';

/** It asks the editor with every prompt, once its user has told it to. */
export const codexInTerminal: TerminalClient = {
	name: 'codex',
	way: 'Codex’s IDE connection',
	prepare: codex.prepare,
	env: codex.env,
	args: ['-c', 'check_for_update_on_startup=false'],
	connect: '/ide on',
	comesBack: true,
	review: 'none',
	write: (path, text) => ({ tool: 'write', input: { path, text } }),
	agree: '\r',
};
