import { defineRunTool } from './define-run-tool.ts';

export const debugContinue = defineRunTool({
	name: 'debug_continue',
	title: 'Continue',
	searchHint: 'resume run to next breakpoint debugger',
	description: 'Lets the stopped program run until its next stop or its end, and tells which.',
	whenToUse: 'Use it to get to the next breakpoint.',
	action: 'continue',
	wait: 30_000,
});
