import { toolsets } from '@hawser/core/all-toolsets.ts';
import { asksByItself } from '@hawser/core/policy/asks-by-itself.ts';
import { describe, expect, test } from 'vitest';
import { contributedTools } from '../../../src/surfaces/language-model/contributed-tools.ts';
import { cursorMcp, offerToCursor } from '../../../src/surfaces/language-model/cursor.ts';
import { describeCall } from '../../../src/surfaces/language-model/describe-call.ts';

describe('the sentence for the user', () => {
	test.each([
		[{ path: 'src/app.ts' }, 'Read a file: src/app.ts'],
		[{ newName: 'total', symbol: 'sum', path: 'a.ts' }, 'Read a file: a.ts, sum, total'],
		[{ command: 'npm  run\nbuild' }, 'Read a file: npm run build'],
		[{ limit: 3, path: '' }, 'Read a file'],
		[undefined, 'Read a file'],
	])('%j', (input, sentence) => {
		expect(describeCall('Read a file', input)).toBe(sentence);
	});

	test('stays on one line', () => {
		expect(describeCall('Run', { command: 'x'.repeat(500) }).length).toBeLessThan(90);
	});
});

describe('who asks', () => {
	const asks = (name: string, input: unknown) => {
		const tool = toolsets.flatMap(({ tools }) => tools).find(known => known.name === name);
		expect(tool).toBeDefined();
		return asksByItself(tool?.asksUser, input);
	};

	test.each([
		['file_write', { path: '.vscode/tasks.json' }],
		['file_edit', { path: './packages/a/.git/config' }],
		['file_rename', { from: 'a.json', to: '.mcp.json' }],
		['command_run', { id: 'workbench.extensions.installExtension' }],
		['setting_set', { key: 'chat.tools.global.autoApprove' }],
		['database_execute', { query: 'delete from a' }],
	])('the window itself: %s %j', (tool, input) => {
		expect(asks(tool, input)).toBe(true);
	});

	test.each([
		['file_write', { path: 'src/app.ts' }],
		// These may end at a file that is not protected, and then nobody would ask.
		['file_write', { path: '.git/../src/app.ts' }],
		['file_write', { path: '/home/me/.claude/worktrees/a/src/app.ts' }],
		['file_write', { path: 'C:\\.vscode\\a.json' }],
		['terminal_run', { command: 'ls', path: '.vscode' }],
		['command_run', { id: 'editor.action.formatDocument' }],
		['file_write', undefined],
	])('the chat: %s %j', (tool, input) => {
		expect(asks(tool, input)).toBe(false);
	});
});

test('what the manifest says of the tools is understood; a tool without an effect is taken for the worst', () => {
	const tool = (name: string, ...tags: string[]) => ({ name, displayName: 'Title', tags });
	const languageModelTools = [
		tool('hawser_file_read', 'hawser', 'reads'),
		tool('hawser_util_wait', 'hawser', 'unlisted'),
		tool('hawser_nothing', 'hawser'),
		{ name: 3 },
	];
	expect(contributedTools({ contributes: { languageModelTools } })).toEqual([
		{ name: 'file_read', title: 'Title', thing: 'file', effect: 'reads', listed: true },
		{ name: 'util_wait', title: 'Title', thing: 'util', effect: 'runs', listed: false },
	]);
	expect(contributedTools({})).toEqual([]);
});

describe('Cursor', () => {
	test('is told of the server, of its new token, and when it goes', () => {
		const said: unknown[] = [];
		const api = {
			cursor: {
				mcp: {
					registerServer: (config: unknown) => said.push(config),
					unregisterServer: (name: string) => said.push(name),
				},
			},
		};
		const mcp = cursorMcp(api);
		expect(mcp).toBeDefined();
		const offer = mcp && offerToCursor(mcp);
		offer?.offer({ port: 50_001, token: 'first' });
		offer?.offer({ port: 50_001, token: 'first' });
		offer?.offer({ port: 50_001, token: 'second' });
		offer?.dispose();
		const server = (token: string) => ({
			name: 'Hawser chat',
			server: { url: 'http://127.0.0.1:50001/chat/mcp', headers: { Authorization: `Bearer ${token}` } },
		});
		expect(said).toEqual([server('first'), 'Hawser chat', server('second'), 'Hawser chat']);
	});

	test.each([[{}], [{ cursor: {} }], [{ cursor: { mcp: { registerServer: 1 } } }]])('is not %j', api => {
		expect(cursorMcp(api)).toBeUndefined();
	});
});
