import { defineRunTool } from './define-run-tool.ts';

export const debugStepInto = defineRunTool({
	name: 'debug_step_into',
	title: 'Step into',
	searchHint: 'step through code into function line debugger',
	description: 'Steps into the call on the current line and tells where the program stands then.',
	whenToUse: 'Use it to step through the code of a called function.',
	action: 'step_into',
	wait: 5_000,
});
