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
])('output that ends with %j asks for input', output => {
	expect(asksForInput(output)).toBe(true);
});

test.each(['', 'done\n', 'Building', 'Name: \n', 'Listening on port 3000\n', '50 %', '   \n  '])(
	'output that ends with %j does not ask for input',
	output => {
		expect(asksForInput(output)).toBe(false);
	},
);
