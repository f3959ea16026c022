import { expect, test } from 'vitest';
import { symbolLanguages } from '../../../src/tools/symbol/symbol-languages.ts';
import { FakeSymbols } from '../../fakes/fake-symbols.ts';
import { dataOf, runTool } from '../../fakes/run-tool.ts';

function ask(input: { language?: string } = {}) {
	const symbols = new FakeSymbols();
	symbols.support = [
		{
			language: 'python',
			files: 12,
			state: 'loading',
			servers: [{ extension: 'acme.python', active: true }],
			answered: ['outline', 'references'],
		},
		{ language: 'cobol', files: 1, state: 'no_server', servers: [], answered: [] },
	];
	return runTool(symbolLanguages, input, { symbols });
}

test('each language is one line: its files, its state, who serves it and what was answered', async () => {
	expect((await ask()).text).toBe(
		'python, 12 files: loading by acme.python; answered: outline, references\ncobol, 1 file: no_server',
	);
});

test('one language can be asked for', async () => {
	expect(await dataOf(ask({ language: 'cobol' }))).toMatchObject({ languages: [{ language: 'cobol' }] });
});

test('a workspace without source files says so', async () => {
	const reply = await runTool(symbolLanguages, {}, { symbols: new FakeSymbols() });
	expect(reply.text).toContain('No file of the workspace');
});
