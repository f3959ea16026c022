import { z } from 'zod';
import { defineOtherName, type OtherName } from '../../contract/dialect.ts';

const COMMANDS = 10_000;

/** The document's own example, which is no command of VS Code. */
const ACTIONS = new Map([['format.document', 'editor.action.formatDocument']]);

export const projectNames: readonly OtherName[] = [
	defineOtherName({
		name: 'get_project_vcs_status',
		title: 'Version control status',
		description: 'Get the version control status of files in the project.',
		tools: ['git_status'],
		input: z.strictObject({}),
		translate: () => ({ tool: 'git_status', input: { limit: 2000 } }),
	}),
	defineOtherName({
		name: 'find_commit_by_message',
		title: 'Find commits',
		description: 'Search for a commit based on the provided text or keywords in the project history.',
		tools: ['git_log'],
		input: z.strictObject({ text: z.string().min(1).describe('The text to search for in commit messages.') }),
		translate: ({ text }) => ({ tool: 'git_log', input: { text, limit: 500 } }),
	}),
	defineOtherName({
		name: 'get_project_modules',
		title: 'Modules',
		description: 'Get list of all modules in the project with their dependencies.',
		tools: ['project_modules'],
		input: z.strictObject({}),
		translate: () => ({ tool: 'project_modules', input: { limit: 1000 } }),
	}),
	defineOtherName({
		name: 'get_project_dependencies',
		title: 'Dependencies',
		description: 'Get list of all dependencies defined in the project.',
		tools: ['project_dependencies'],
		input: z.strictObject({}),
		translate: () => ({ tool: 'project_dependencies', input: { limit: 2000 } }),
	}),
	defineOtherName({
		name: 'list_available_actions',
		title: 'Actions',
		description: 'List all available actions in VSCode IDE editor.',
		tools: ['command_list'],
		input: z.strictObject({}),
		translate: () => ({ tool: 'command_list', input: { limit: COMMANDS } }),
	}),
	defineOtherName({
		name: 'execute_action_by_id',
		title: 'Run an action',
		description: 'Execute an action by its ID in VSCode IDE editor.',
		tools: ['command_run'],
		input: z.strictObject({ actionId: z.string().min(1).describe('The ID of the action to execute.') }),
		translate: ({ actionId }) => ({ tool: 'command_run', input: { id: ACTIONS.get(actionId) ?? actionId } }),
	}),
];
