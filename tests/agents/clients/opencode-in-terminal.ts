import { opencode } from './opencode.ts';
import type { TerminalClient } from './terminal-client.ts';

/** It reads Claude Code's lock, and knows the selection and mentions alone. */
export const opencodeInTerminal: TerminalClient = {
	name: 'opencode',
	way: 'Claude Code’s IDE connection',
	prepare: opencode.prepare,
	env: opencode.env,
	args: [],
	comesBack: true,
	review: 'none',
	write: (path, text) => ({ tool: 'write', input: { filePath: path, content: text } }),
	agree: '\r',
};
