import { defineRunTool } from './define-run-tool.ts';

export const debugPause = defineRunTool({
	name: 'debug_pause',
	title: 'Pause',
	searchHint: 'interrupt break hang running program debugger',
	description: 'Stops a running program where it is.',
	whenToUse: 'Use it when it hangs, or to look at it without a breakpoint.',
	action: 'pause',
	wait: 10_000,
});
