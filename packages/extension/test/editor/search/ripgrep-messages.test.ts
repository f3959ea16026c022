import { describe, expect, test } from 'vitest';
import { MatchReader } from '../../../src/editor/search/match-reader.ts';
import { parseMessage } from '../../../src/editor/search/ripgrep-messages.ts';

describe('messages of ripgrep', () => {
	test('a line that is not UTF-8 comes as base64', () => {
		const lines = { bytes: Buffer.from([0x66, 0xff, 0x0a]).toString('base64') };
		const json = JSON.stringify({ type: 'context', data: { lines, line_number: 4 } });
		expect(parseMessage(json)).toEqual({ type: 'context', line: 4, bytes: Buffer.from([0x66, 0xff, 0x0a]) });
	});

	test('an empty match at the end of a file has a position', () => {
		const data = { lines: { text: 'é' }, line_number: 4, submatches: [] };
		const reader = new MatchReader({ path: 'a.ts', first: 0, skip: 0, take: 1 }, 0);
		reader.read(parseMessage(JSON.stringify({ type: 'match', data })));
		expect(reader.matches).toMatchObject([{ line: 4, column: 2, text: 'é' }]);
	});

	test('a message that is not needed is passed over', () => {
		expect(parseMessage('{"type":"summary","data":{}}')).toEqual({ type: 'other' });
	});
});
