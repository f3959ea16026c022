import type { Client } from './client.ts';
import type { ClientName } from './client-names.ts';
import { claudeCode } from './clients/claude-code.ts';
import { claudeDesktop } from './clients/claude-desktop.ts';
import { cline } from './clients/cline.ts';
import { codex } from './clients/codex.ts';
import { copilot } from './clients/copilot.ts';
import { cursor } from './clients/cursor.ts';
import { gemini } from './clients/gemini.ts';
import { kilo } from './clients/kilo.ts';
import { opencode } from './clients/opencode.ts';
import { roo } from './clients/roo.ts';
import { vscode } from './clients/vscode.ts';
import { windsurf } from './clients/windsurf.ts';
import { zed } from './clients/zed.ts';

export const CLIENTS: Readonly<Record<ClientName, Client>> = {
	'claude-code': claudeCode,
	'claude-desktop': claudeDesktop,
	codex,
	gemini,
	copilot,
	cursor,
	windsurf,
	vscode,
	opencode,
	zed,
	cline,
	roo,
	kilo,
};
