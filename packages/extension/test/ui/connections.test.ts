import { expect, test } from 'vitest';
import { connectionsOf } from '../../src/ui/connections.ts';

const texts = (command: string) =>
	Object.fromEntries(connectionsOf({ command, port: 50_001, token: 'secret' }).map(({ label, text }) => [label, text]));

test('every agent gets a line or a configuration that can be pasted', () => {
	const found = texts('/home/ada/.hawser/bin/hawser');
	expect(found['Claude Code']).toBe('claude mcp add --scope user hawser -- /home/ada/.hawser/bin/hawser mcp');
	expect(found['Codex']).toBe('codex mcp add hawser -- /home/ada/.hawser/bin/hawser mcp');
	expect(found['Gemini CLI']).toBe('gemini mcp add --scope user hawser /home/ada/.hawser/bin/hawser mcp');
	expect(JSON.parse(found['Copilot CLI, Cursor, Windsurf and others'] ?? '')).toEqual({
		mcpServers: { hawser: { command: '/home/ada/.hawser/bin/hawser', args: ['mcp'] } },
	});
});

test('the header with the token is in the configuration for HTTP, and only there', () => {
	const found = texts('hawser');
	expect(JSON.parse(found['Any client over HTTP'] ?? '')).toEqual({
		mcpServers: {
			hawser: { type: 'http', url: 'http://127.0.0.1:50001/mcp', headers: { Authorization: 'Bearer secret' } },
		},
	});
	const others = connectionsOf({ command: 'hawser', port: 1, token: 'secret' }).filter(({ secret }) => !secret);
	expect(JSON.stringify(others)).not.toContain('Bearer');
});

test('a launcher of Windows goes through its shell, and spaces are quoted', () => {
	expect(texts('C:\\Users\\Ada L\\hawser.cmd')['Codex']).toBe(
		'codex mcp add hawser -- cmd /c "C:\\Users\\Ada L\\hawser.cmd" mcp',
	);
});
