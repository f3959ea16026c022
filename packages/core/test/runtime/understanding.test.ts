import { expect, test } from 'vitest';
import { z } from 'zod';
import { defineTool } from '../../src/contract/tool.ts';
import { dataOf, errorOf, runtimeOf } from '../fakes/run-tool.ts';

const CLI = { surface: 'cli' } as const;

const tool = defineTool({
	name: 'file_echo',
	title: 'Echo',
	description: 'Echoes.',
	whenToUse: '',
	effect: 'reads',
	needs: [],
	input: z.strictObject({
		path: z.string(),
		limit: z.int().optional(),
		edits: z.array(z.strictObject({ oldText: z.string(), newText: z.string() })).optional(),
	}),
	output: z.object({ input: z.unknown() }),
	run: input => Promise.resolve({ input }),
	render: () => [''],
});

test('every surface understands the words of other systems', async () => {
	const runtime = runtimeOf(tool, {});
	for (const surface of ['cli', 'mcp', 'language-model'] as const) {
		expect(await dataOf(runtime.invoke('file_echo', { file_path: 'a', max_results: '3' }, { surface }))).toEqual({
			input: { path: 'a', limit: 3 },
		});
	}
});

test('what is still wrong is said of the arguments as they were understood', async () => {
	const error = await errorOf(runtimeOf(tool, {}).invoke('file_echo', { file_path: 'a', colour: 'red' }, CLI));
	expect(error.message).toBe('There is no argument "colour".');
});

test('a wrong name within a list is answered with the right one', async () => {
	const edits = [{ oldText: 'a', newText: 'b', newTxt: 'c' }];
	const error = await errorOf(runtimeOf(tool, {}).invoke('file_echo', { path: 'a', edits }, CLI));
	expect(error.message).toBe('There is no argument "newTxt"; did you mean "newText"?');
});
