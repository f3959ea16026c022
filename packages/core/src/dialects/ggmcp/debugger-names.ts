import { z } from 'zod';
import { defineOtherName, type OtherName } from '../../contract/dialect.ts';
import { pathInProject, toPath } from './project-path.ts';

export const debuggerNames: readonly OtherName[] = [
	defineOtherName({
		name: 'toggle_debugger_breakpoint',
		title: 'Toggle a breakpoint',
		description: 'Toggle a debugger breakpoint at the specified line in a project file.',
		tools: ['breakpoint_toggle'],
		input: z.strictObject({
			filePathInProject: pathInProject.describe('The relative path to the file within the project.'),
			line: z.number().positive().describe('The line number where to toggle the breakpoint (1-based).'),
		}),
		spellings: { pathInProject: 'filePathInProject' },
		translate: ({ filePathInProject, line }, view) => ({
			tool: 'breakpoint_toggle',
			input: { path: toPath(filePathInProject, view), line },
		}),
	}),
	defineOtherName({
		name: 'get_debugger_breakpoints',
		title: 'Breakpoints',
		description: 'Get information about all line breakpoints set in the project.',
		tools: ['breakpoint_list'],
		input: z.strictObject({}),
		translate: () => ({ tool: 'breakpoint_list', input: {} }),
	}),
	defineOtherName({
		name: 'get_run_configurations',
		title: 'Run configurations',
		description: 'Get a list of available run configurations in the current project.',
		tools: ['debug_configurations'],
		input: z.strictObject({}),
		translate: () => ({ tool: 'debug_configurations', input: {} }),
	}),
	defineOtherName({
		name: 'run_configuration',
		title: 'Run a configuration',
		description: 'Run a specific run configuration in the current project.',
		tools: ['debug_start'],
		input: z.strictObject({
			configName: z.string().min(1).describe('The name of the run configuration to execute.'),
		}),
		translate: ({ configName }) => ({ tool: 'debug_start', input: { configuration: configName, wait: false } }),
	}),
];
