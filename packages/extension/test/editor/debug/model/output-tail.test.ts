import { describe, expect, test } from 'vitest';
import { createOutputTail } from '../../../../src/editor/debug/model/output-tail.ts';

describe('the tail of the output', () => {
	test('pieces of output become lines, and colours and old lines go', () => {
		const tail = createOutputTail();
		tail.add('stdout', 'one\ntw', 1);
		tail.add('stderr', '\u001b[31mwarning\u001b[0m\n', 2);
		tail.add('stdout', 'o\r\nthree\n', 3);
		expect(tail.last(9).map(({ text }) => text)).toEqual(['one', 'two', 'warning', 'three']);
		for (let index = 0; index < 1000; index++) {
			tail.add('stdout', `line ${index}\n`, index);
		}
		expect(tail.totalLines).toBe(1004);
		expect(tail.last(5000)).toHaveLength(300);
	});
});
