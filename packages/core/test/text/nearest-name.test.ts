import { expect, test } from 'vitest';
import { nearestName } from '../../src/text/nearest-name.ts';

test.each([
	['file_red', 'file_read'],
	['read_file', undefined],
	['fileRead', 'file_read'],
	['references', 'symbol_references'],
	['zzz', undefined],
])('%s is probably %s', (wanted, expected) => {
	expect(nearestName(wanted, ['file_read', 'symbol_references', 'window_list'])).toBe(expected);
});
