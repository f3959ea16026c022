import { defineRunTool } from './define-run-tool.ts';

export const debugStepOver = defineRunTool({
	name: 'debug_step_over',
	title: 'Step over',
	searchHint: 'step through code next line debugger',
	description: 'Runs the current line and tells where the program stands then.',
	whenToUse: 'Use it to step through code line by line.',
	action: 'step_over',
	wait: 5_000,
});
