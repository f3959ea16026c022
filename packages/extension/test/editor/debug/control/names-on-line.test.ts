import { expect, test } from 'vitest';
import { namesOnLine } from '../../../../src/editor/debug/control/names-on-line.ts';

test.each([
	['const total = price * rate;', ['total', 'price', 'rate']],
	['\treturn cart.items.length + offset; // not price', ['cart', 'offset']],
	["if (kind === 'sum' && add(first, second) > 3) {", ['kind', 'first', 'second']],
	['# rate of today', []],
	['', []],
])('%s', (line, names) => {
	expect(namesOnLine(line)).toEqual(names);
});
