import { defineRunTool } from './define-run-tool.ts';

export const debugStepOut = defineRunTool({
	name: 'debug_step_out',
	title: 'Step out',
	searchHint: 'step through code out return caller debugger',
	description: 'Runs to the end of the current function and tells where the program stands then.',
	whenToUse: 'Use it to get back to the caller.',
	action: 'step_out',
	wait: 5_000,
});
