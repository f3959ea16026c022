import { expect, test } from 'vitest';
import { asksForInput } from '../../../src/editor/terminals/input-wanted.ts';

test.each([
	'Name: ',
	'Continue? ',
	'Overwrite file? [y/N] ',
	'Proceed (y/n)',
	'[sudo] password for ann: ',
	'>>> ',
	'mysql> ',
	'text before\n? Select a framework › ',
	'Press any key to continue . . .',
])('%j asks', output => {
	expect(asksForInput(output)).toBe(true);
});

test.each(['', 'done\n', 'Building', 'Name: \n', 'Listening on port 3000\n', '50 %', '   \n  '])(
	'%j does not',
	output => {
		expect(asksForInput(output)).toBe(false);
	},
);
