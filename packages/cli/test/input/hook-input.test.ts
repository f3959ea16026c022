import { expect, test } from 'vitest';
import { writtenFiles } from '../../src/input/hook-input.ts';

const HERE = '/home/me/shop';
const read = (input: unknown) => writtenFiles(JSON.stringify(input), HERE);
const CLAUDE = {
	session_id: 's',
	cwd: '/home/me/shop/src',
	hook_event_name: 'PostToolUse',
	tool_name: 'Edit',
	tool_input: { file_path: '/home/me/shop/src/cart.ts', old_string: 'a', new_string: 'b' },
	tool_response: { filePath: '/home/me/shop/src/cart.ts', originalFile: 'a' },
};

test('the file that Claude Code, Gemini CLI or Qwen Code has written', () => {
	expect(read(CLAUDE)).toEqual(['/home/me/shop/src/cart.ts']);
	expect(read({ ...CLAUDE, tool_name: 'NotebookEdit', tool_input: { notebook_path: '/home/me/n.ipynb' } })).toEqual([
		'/home/me/n.ipynb',
	]);
	const gemini = { ...CLAUDE, hook_event_name: 'AfterTool', tool_name: 'replace', tool_response: { llmContent: 'ok' } };
	expect(read(gemini)).toEqual(['/home/me/shop/src/cart.ts']);
	expect(read({ ...CLAUDE, tool_name: 'write_file' })).toEqual(['/home/me/shop/src/cart.ts']);
});

test('a relative path counts from the folder of the agent, and climbs no further than it says', () => {
	const relative = { ...CLAUDE, tool_input: { file_path: '../cart.ts' } };
	expect(read(relative)).toEqual(['/home/me/shop/cart.ts']);
	expect(read({ ...relative, cwd: 'src' })).toEqual(['/home/me/cart.ts']);
	expect(read({ ...relative, cwd: 7 })).toEqual(['/home/me/cart.ts']);
});

test.each([
	['nothing', ''],
	['no JSON', 'PostToolUse'],
	['half of it', JSON.stringify(CLAUDE).slice(0, -9)],
	['a list', '[]'],
	['null', 'null'],
	['a tool that reads', JSON.stringify({ ...CLAUDE, tool_name: 'Read' })],
	['a tool with the name of a property', JSON.stringify({ ...CLAUDE, tool_name: 'constructor' })],
	['another event', JSON.stringify({ ...CLAUDE, hook_event_name: 'PreToolUse' })],
	['a failure', JSON.stringify({ ...CLAUDE, tool_response: { error: { message: 'no' } } })],
	['no arguments', JSON.stringify({ ...CLAUDE, tool_input: null })],
	['a path that is none', JSON.stringify({ ...CLAUDE, tool_input: { file_path: ['/a'] } })],
	['an empty path', JSON.stringify({ ...CLAUDE, tool_input: { file_path: '' } })],
	['a zero byte', JSON.stringify({ ...CLAUDE, tool_input: { file_path: '/a\0b' } })],
	['a path without end', JSON.stringify({ ...CLAUDE, tool_input: { file_path: `/${'a'.repeat(5000)}` } })],
	['nesting without end', '['.repeat(200_000)],
])('of %s nothing is said', (_, text) => {
	expect(writtenFiles(text, HERE)).toEqual([]);
});
