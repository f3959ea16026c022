import type { Toolset } from '../../contract/toolset.ts';
import { debugConfigurations } from './debug-configurations.ts';
import { debugContinue } from './debug-continue.ts';
import { debugEvaluate } from './debug-evaluate.ts';
import { debugGetVariable } from './debug-get-variable.ts';
import { debugListVariables } from './debug-list-variables.ts';
import { debugPause } from './debug-pause.ts';
import { debugRestart } from './debug-restart.ts';
import { debugSaveVariable } from './debug-save-variable.ts';
import { debugScopes } from './debug-scopes.ts';
import { debugSetVariable } from './debug-set-variable.ts';
import { debugStack } from './debug-stack.ts';
import { debugStart } from './debug-start.ts';
import { debugStatus } from './debug-status.ts';
import { debugStepInto } from './debug-step-into.ts';
import { debugStepOut } from './debug-step-out.ts';
import { debugStepOver } from './debug-step-over.ts';
import { debugStop } from './debug-stop.ts';
import { debugThreads } from './debug-threads.ts';
import { debugTracker } from './debug-tracker.ts';
import { debugWaitForHit } from './debug-wait-for-hit.ts';

export const debugToolset: Toolset = {
	thing: 'debug',
	title: 'Debugger',
	onByDefault: true,
	instructions:
		'Debugging: breakpoint_set, then debug_start; it and every step answer where the program stopped, with source and locals. Then debug_evaluate, debug_step_over, debug_continue; debug_stop at the end.',
	tools: [
		debugConfigurations,
		debugStart,
		debugStop,
		debugRestart,
		debugStatus,
		debugContinue,
		debugStepInto,
		debugStepOver,
		debugStepOut,
		debugPause,
		debugWaitForHit,
		debugStack,
		debugThreads,
		debugScopes,
		debugEvaluate,
		debugListVariables,
		debugGetVariable,
		debugSetVariable,
		debugSaveVariable,
		debugTracker,
	],
};
