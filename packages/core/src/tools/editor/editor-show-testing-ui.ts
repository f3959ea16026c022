import { z } from 'zod';
import { defineTool } from '../../contract/tool.ts';
import { plural } from '../../text/plural.ts';

export const editorShowTestingUi = defineTool({
	name: 'editor_show_testing_ui',
	title: 'Show the Testing view',
	searchHint: 'test explorer view panel',
	description: 'Shows the Testing view to the user and has its extensions look for tests.',
	whenToUse: 'Use it to show the user the tests; test_list finds them without it.',
	// Extensions find tests by running code of the project.
	effect: 'steers',
	needs: ['editor'],
	listed: false,

	example: {},

	input: z.strictObject({}),

	output: z.object({
		discovery: z.enum(['finished', 'running']).describe('"running": extensions are still looking for tests.'),
		sources: z
			.int()
			.describe('Sources, such as test frameworks, that have found tests. With none there may be no view.'),
	}),

	async run(_input, { editor }, { signal }) {
		const { finished, sources } = await editor.showTests(signal);
		return { discovery: finished ? ('finished' as const) : ('running' as const), sources };
	},

	render({ discovery, sources }) {
		const search = discovery === 'finished' ? 'The search for tests is over' : 'Extensions are still looking for tests';
		const found =
			sources === 0
				? 'no extension has found any; if none offers tests, VS Code has no Testing view to show'
				: `the Testing view is shown, with tests from ${plural(sources, 'source')}`;
		return [`${search}: ${found}.`];
	},
});
