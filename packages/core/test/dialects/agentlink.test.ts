import { describe, expect, test } from 'vitest';
import { formatReply } from '../../src/contract/dialect-format.ts';
import { agentlink } from '../../src/dialects/agentlink/agentlink.ts';
import { agentlinkFormat } from '../../src/dialects/agentlink/agentlink-format.ts';

const translate = (name: string, input: Record<string, unknown>) => {
	const found = agentlink.names.find(other => other.name === name);
	if (!found) {
		throw new Error(`No ${name}`);
	}
	return found.translate(input, {} as never);
};
const answer = (name: string, data: Record<string, unknown>, input: Record<string, unknown> = {}) => {
	const envelope = { ok: true, type: 'success', data, meta: { requestId: 'r', timestamp: '', duration: 0 } } as const;
	const formatted = formatReply(agentlinkFormat, name, input, { envelope, text: '' });
	return 'answer' in formatted ? formatted.answer.value : formatted.failure;
};

test('every tool has its words', () => {
	const names = [...agentlink.names.map(({ name }) => name), 'rename_symbol'];
	expect(Object.keys(agentlinkFormat.answers).sort()).toEqual(names.sort());
});

describe('a call means', () => {
	const DIFF = '<<<<<<< SEARCH\nold\n======= DIVIDER =======\nnew\nlines\n>>>>>>> REPLACE';

	test.each([
		['read_file', { path: 'a', offset: '5', limit: 2 }, 'file_read', { path: 'a', startLine: 5, endLine: 6 }],
		['list_files', { path: '.', recursive: true }, 'file_list', { path: '.', depth: 10, limit: 1000 }],
		['search_files', { path: 'src/', regex: 'x', file_pattern: '*.ts' }, 'text_search', { include: 'src/**/*.ts' }],
		['search_files', { path: '.', regex: 'x' }, 'text_search', { query: 'x', regex: true, case: 'sensitive' }],
		['get_diagnostics', { severity: 'error, warning' }, 'diagnostic_list', { severity: 'warning' }],
		['apply_diff', { path: 'a', diff: DIFF }, 'file_edit', { edits: [{ oldText: 'old', newText: 'new\nlines' }] }],
		['find_and_replace', { find: 'a', replace: 'b', glob: '*.ts' }, 'text_replace', { query: 'a', include: '*.ts' }],
		['get_symbols', { query: 'Cart' }, 'symbol_search', { query: 'Cart' }],
		['get_symbols', { path: 'a.ts' }, 'symbol_outline', { path: 'a.ts' }],
		['apply_code_action', { index: 'w.1.2' }, 'code_action_apply', { id: 'w.1.2' }],
		['execute_command', { command: 'ls', timeout: 1.5, reason: 'why' }, 'terminal_run', { timeout: 1500 }],
		['get_terminal_output', { terminal_id: '1', kill: true }, 'terminal_stop', { terminal: '1', action: 'kill' }],
		['get_terminal_output', { terminal_id: '1', wait_seconds: 2 }, 'terminal_read', { wait: 2000 }],
		['close_terminals', { names: ['1'] }, 'terminal_stop', { terminal: '1', action: 'close' }],
	])('%s %j', (name, input, tool, expected) => {
		expect(translate(name, input)).toMatchObject({ tool, input: expected });
	});

	test.each([
		['apply_diff', { path: 'a', diff: '<<<<<<< SEARCH\nold' }, /no whole block/],
		['apply_diff', { path: 'a', diff: 'no blocks' }, /no whole block/],
		['get_symbols', {}, /"path" or "query"/],
		['close_terminals', { names: ['a', 'b'] }, /one terminal/],
	])('%s %j is refused', (name, input, words) => {
		expect(() => translate(name, input)).toThrow(words);
	});
});

describe('an answer', () => {
	test('has the fields of AgentLink', () => {
		expect(answer('read_file', { totalLines: 9, startLine: 2, endLine: 3, text: 'a\nb', language: 'ts' })).toEqual({
			...{ total_lines: 9, showing: '2-3', truncated: true, language: 'ts' },
			content: '2 | a\n3 | b',
		});
		expect(answer('write_file', { path: 'a', created: true, problems: { appeared: [] } })).toEqual({
			...{ status: 'accepted', path: 'a', operation: 'created' },
		});
		expect(answer('get_hover', { text: '' })).toEqual({ hover: null });
	});

	test('a handshake is trusted only when every folder of the window is named', () => {
		const folders = [{ path: '/a' }, { path: '/b' }];
		const shake = (...given: string[]) => answer('handshake', { folders }, { working_directories: given });
		expect(shake('/a/', '/b', '/c')).toEqual({ status: 'trusted' });
		expect(shake('/a')).toEqual({ status: 'rejected' });
	});

	test('problems are grouped by file and narrowed to the kinds that were asked for', () => {
		const problem = (path: string, severity: string) => ({ path, line: 1, column: 1, severity, message: 'm' });
		const data = { checkedFiles: 2, problems: [problem('a', 'error'), problem('b', 'information')] };
		expect(answer('get_diagnostics', data, { severity: 'info' })).toMatchObject([{ file: 'b' }]);
		expect(answer('get_diagnostics', { checkedFiles: 2, problems: [] })).toBe('No diagnostics found.');
		expect(answer('get_diagnostics', { checkedFiles: 0, problems: [] })).toBe('No file was checked.');
	});

	test('a failure is JSON with its reason', () => {
		const text = agentlinkFormat.failure({ code: 'E_DENIED', message: 'No.', hint: 'Ask.', details: {} }, 'read_file');
		expect(JSON.parse(text)).toEqual({ error: '[E_DENIED] No.', hint: 'Ask.' });
	});
});
