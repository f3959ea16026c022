import { expect, test } from 'vitest';
import { describeOutput } from '../../../src/editor/notebooks/cell-outputs.ts';

const item = (mime: string, text: string) => ({ mime, data: new TextEncoder().encode(text) });
const ERROR = 'application/vnd.code.notebook.error';

test('a progress bar is its last state, and escape sequences are gone', () => {
	const output = describeOutput([
		item('application/vnd.code.notebook.stdout', '10%\r50%\r100%\n\u001b[31mred\u001b[0m\r\n'),
	]);
	expect(output).toEqual({ kind: 'stdout', text: '100%\nred\n', media: [] });
});

test('plain text is preferred, the other forms are named', () => {
	const output = describeOutput([item('text/html', '<b>x</b>'), item('image/png', '....'), item('text/plain', 'x')]);
	expect(output).toEqual({
		kind: 'result',
		text: 'x',
		media: [
			{ mime: 'text/html', bytes: 8 },
			{ mime: 'image/png', bytes: 4 },
		],
	});
});

test('HTML and images alone have no text', () => {
	expect(describeOutput([item('text/html', '<table>')])).toEqual({
		kind: 'result',
		media: [{ mime: 'text/html', bytes: 7 }],
	});
});

test.each([
	[{ name: 'E', message: 'm', stack: 'E: m\n  at x' }, 'E: m\n  at x'],
	[{ name: 'E', message: 'm', stack: '\u001b[31mE\u001b[0m: m' }, 'E: m'],
	[{ name: 'E', message: 'm', stack: 'line 1' }, 'E: m\nline 1'],
	[{ name: 'E', message: 'm' }, 'E: m'],
])('an error %o', (error, text) => {
	expect(describeOutput([item(ERROR, JSON.stringify(error))])).toMatchObject({ kind: 'error', text });
});

test('an error that is no JSON is given as it is', () => {
	expect(describeOutput([item(ERROR, 'oops')])).toMatchObject({ kind: 'error', text: 'oops' });
});
