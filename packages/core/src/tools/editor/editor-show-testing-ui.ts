import { z } from 'zod';
import { defineTool } from '../../contract/tool.ts';

export const editorShowTestingUi = defineTool({
	name: 'editor_show_testing_ui',
	title: 'Show the Testing view',
	description: 'Shows the Testing view to the person and has its extensions look for tests.',
	whenToUse: 'To show the tests, or when test_list is empty because nothing has looked for tests yet.',
	// Extensions find tests by running code of the project.
	effect: 'executes',
	needs: ['editor'],
	listed: false,

	input: z.strictObject({}),

	output: z.object({
		shown: z.literal(true),
		discovery: z.enum(['finished', 'running']).describe('"running": extensions are still looking for tests.'),
	}),

	async run(_input, { editor }, { signal }) {
		const { discovered } = await editor.showTests(signal);
		return { shown: true as const, discovery: discovered ? ('finished' as const) : ('running' as const) };
	},

	render({ discovery }) {
		return [`The Testing view is shown; the search for tests ${discovery === 'finished' ? 'is over' : 'goes on'}.`];
	},
});
