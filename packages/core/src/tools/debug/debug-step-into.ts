import { defineRunTool } from './define-run-tool.ts';

export const debugStepInto = defineRunTool({
	name: 'debug_step_into',
	title: 'Step into',
	description: 'Steps into the call on the current line and tells where the program stands then.',
	whenToUse: 'Use it to see what a called function does.',
	action: 'step_into',
	wait: 5_000,
});
