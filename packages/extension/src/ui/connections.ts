import * as vscode from 'vscode';

/** A command or configuration, ready to be pasted, by which an agent finds this window. */
export interface Connection {
	label: string;
	/** Tells the user where to paste it. */
	detail: string;
	text: string;
	/** It holds the window's token. */
	secret?: true;
}

export interface WindowAddress {
	/** The command that serves MCP: the launcher, or its name where there is none. */
	command: string;
	port: number;
	token: string;
}

/** Windows starts scripts only through its shell, and most clients start servers without one. */
function wordsOf(command: string): readonly string[] {
	return command.endsWith('.cmd') ? ['cmd', '/c', command, 'mcp'] : [command, 'mcp'];
}

export function connectionsOf({ command, port, token }: WindowAddress): readonly Connection[] {
	const [program = command, ...args] = wordsOf(command);
	const line = [program, ...args].map(quoted).join(' ');
	const url = `http://127.0.0.1:${port}/mcp`;
	const headers = { Authorization: `Bearer ${token}` };
	const inShell = vscode.l10n.t('A command for your shell.');
	return [
		{
			label: 'Claude Code',
			detail: vscode.l10n.t(
				'A command for your shell. In this folder Claude Code finds Hawser without it, in .mcp.json.',
			),
			text: `claude mcp add --scope user hawser -- ${line}`,
		},
		{ label: 'Codex', detail: inShell, text: `codex mcp add hawser -- ${line}` },
		{ label: 'Gemini CLI', detail: inShell, text: `gemini mcp add --scope user hawser ${line}` },
		{
			label: vscode.l10n.t('Copilot CLI, Cursor, Windsurf and others'),
			detail: vscode.l10n.t(
				'JSON for the MCP configuration of the client; "hawser setup" writes it into the right file.',
			),
			text: json({ mcpServers: { hawser: { command: program, args } } }),
		},
		{
			label: vscode.l10n.t('Any client over HTTP'),
			detail: vscode.l10n.t('JSON with the address of this window and its token, which is a secret.'),
			text: json({ mcpServers: { hawser: { type: 'http', url, headers } } }),
			secret: true,
		},
	];
}

function json(value: unknown): string {
	return `${JSON.stringify(value, null, 2)}\n`;
}

function quoted(word: string): string {
	return /^[\w./\\:@-]+$/.test(word) ? word : `"${word}"`;
}
