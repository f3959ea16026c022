import { z } from 'zod';
import { defineOtherName, type OtherName, type TranslationView } from '../../contract/dialect.ts';
import { ToolError } from '../../errors/tool-error.ts';
import { unlisted } from '../../input/unlisted-arguments.ts';
import { pathInProject, toPath } from './project-path.ts';

const place = { pathInProject: pathInProject.describe('The path to the file, relative to project root.') };
const lineNumber = z.int().positive();

/** Files, as versions from 1.2 on change them. */
const fileNames: readonly OtherName[] = [
	defineOtherName({
		name: 'rewrite_file_content',
		title: 'Rewrite a file',
		description: 'Replace the entire content of a specified project file with new text.',
		tools: ['file_write'],
		input: z.strictObject({ ...place, text: z.string().describe('The new content of the file.') }),
		translate: ({ pathInProject: path, text }, view) => ({
			tool: 'file_write',
			input: { path: toPath(path, view), text, mode: 'replace', exact: true },
		}),
	}),
	defineOtherName({
		name: 'replace_file_content_at_position',
		title: 'Replace lines',
		description: 'Replace lines of a file with new content.',
		tools: ['file_write'],
		input: z.strictObject({
			...place,
			startLine: lineNumber.describe('The first line to replace (1-based).'),
			endLine: lineNumber.describe('The last line to replace (1-based, inclusive).'),
			content: z.string().describe('The new content.'),
		}),
		translate: ({ pathInProject: path, startLine, endLine, content }, view) => ({
			tool: 'file_write',
			input: { path: toPath(path, view), text: content, mode: 'replace', lines: { from: startLine, to: endLine } },
		}),
	}),
	defineOtherName({
		name: 'append_file_content',
		title: 'Append to a file',
		description: 'Append content to the end of a file.',
		tools: ['file_write'],
		input: z.strictObject({ ...place, content: z.string().describe('The content to append.') }),
		spellings: { text: 'content' },
		translate: ({ pathInProject: path, content }, view) => ({
			tool: 'file_write',
			input: { path: toPath(path, view), text: content, mode: 'replace', append: true, exact: true },
		}),
	}),
	defineOtherName({
		name: 'replace_specific_text',
		title: 'Replace text',
		description: 'Replace all occurrences of a text in a file.',
		tools: ['file_edit'],
		input: z.strictObject({
			...place,
			oldText: z.string().min(1).describe('The text to replace.'),
			newText: z.string().describe('The text to put there.'),
			replaceAll: unlisted(z.boolean().default(true).describe('False: the text must occur once.')),
		}),
		spellings: { searchText: 'oldText', replaceText: 'newText' },
		translate: ({ pathInProject: path, oldText, newText, replaceAll }, view) => ({
			tool: 'file_edit',
			input: { path: toPath(path, view), edits: [{ oldText, newText, all: replaceAll }] },
		}),
	}),
];

const command = z.string().min(1).describe('The shell command to execute.');

const terminalNames: readonly OtherName[] = [
	defineOtherName({
		name: 'run_command_on_background',
		title: 'Run a command',
		description: 'Run a shell command and return its output and exit code.',
		tools: ['terminal_run'],
		input: z.strictObject({
			command,
			cwd: z.string().min(1).optional().describe('Folder to run it in.'),
			env: z.record(z.string(), z.string()).optional().describe('More environment variables.'),
			timeout: z.int().positive().optional().describe('Milliseconds to wait for its end.'),
		}),
		translate: input => ({ tool: 'terminal_run', input }),
	}),
	defineOtherName({
		name: 'execute_os_specific_command',
		title: "Run this system's command",
		description: 'Run the command that is given for the operating system of the window.',
		tools: ['terminal_run'],
		input: z.strictObject({
			windowsCommand: z.string().min(1).optional().describe('On Windows.'),
			unixCommand: z.string().min(1).optional().describe('On Linux, and on macOS where it has none of its own.'),
			macCommand: z.string().min(1).optional().describe('On macOS.'),
			command: z.string().min(1).optional().describe('Where none is given for the system.'),
		}),
		translate: (commands, view) => ({ tool: 'terminal_run', input: { command: commandOf(commands, view) } }),
	}),
	defineOtherName({
		name: 'get_terminal_info',
		title: 'Terminal and system',
		description: 'Get the operating system and the shell of new terminals.',
		tools: ['window_status'],
		input: z.strictObject({}),
		translate: () => ({ tool: 'window_status', input: { system: true } }),
	}),
];

interface CommandsBySystem {
	windowsCommand?: string | undefined;
	unixCommand?: string | undefined;
	macCommand?: string | undefined;
	command?: string | undefined;
}

function commandOf(
	{ windowsCommand, unixCommand, macCommand, command: other }: CommandsBySystem,
	{ windows }: TranslationView,
): string {
	const { platform } = windows.status().system;
	const own = platform === 'win32' ? windowsCommand : platform === 'darwin' ? (macCommand ?? unixCommand) : unixCommand;
	const chosen = own ?? other;
	if (chosen === undefined) {
		throw new ToolError('E_INVALID_PARAMS', `No command is given for ${platform}: give it, or "command" for all.`);
	}
	return chosen;
}

const branch = z.string().min(1).describe('Name of the branch.');

const gitNames: readonly OtherName[] = [
	defineOtherName({
		name: 'get_file_history',
		title: 'History of a file',
		description: 'Get the commits that changed a file.',
		tools: ['git_log'],
		input: z.strictObject({
			...place,
			maxCount: z.int().positive().max(500).default(10).describe('Commits in the answer.'),
		}),
		translate: ({ pathInProject: path, maxCount }, view) => ({
			tool: 'git_log',
			input: { path: toPath(path, view), limit: maxCount },
		}),
	}),
	defineOtherName({
		name: 'get_file_diff',
		title: 'Diff of a file',
		description: 'Get the changes of a file that are not committed, since a commit, or between two commits.',
		tools: ['git_diff'],
		input: z.strictObject({
			...place,
			hash1: z.string().min(1).optional().describe('The earlier commit.'),
			hash2: z.string().min(1).optional().describe('The later commit; the working tree unless given.'),
		}),
		translate: ({ pathInProject: path, hash1 = 'HEAD', hash2 }, view) => ({
			tool: 'git_diff',
			input: { path: toPath(path, view), ref: hash2 === undefined ? hash1 : `${hash1}..${hash2}` },
		}),
	}),
	defineOtherName({
		name: 'get_branch_info',
		title: 'Branches',
		description: 'Get the branches with their upstreams and newest commits.',
		tools: ['git_branch'],
		input: z.strictObject({}),
		translate: () => ({ tool: 'git_branch', input: { action: 'list', limit: 1000 } }),
	}),
	defineOtherName({
		name: 'get_commit_details',
		title: 'A commit',
		description: 'Get author, date, message and changed files of a commit.',
		tools: ['git_show'],
		input: z.strictObject({ hash: z.string().min(1).describe('The commit.') }),
		translate: ({ hash }) => ({ tool: 'git_show', input: { ref: hash, filesOnly: true } }),
	}),
	defineOtherName({
		name: 'commit_changes',
		title: 'Commit',
		description: 'Commit what is staged.',
		tools: ['git_commit'],
		input: z.strictObject({
			message: z.string().min(1).describe('The message.'),
			amend: z.boolean().default(false).describe('Replace the last commit instead.'),
		}),
		translate: input => ({ tool: 'git_commit', input }),
	}),
	defineOtherName({
		name: 'pull_changes',
		title: 'Pull',
		description: 'Pull the newest commits into the present branch.',
		tools: ['git_sync'],
		input: z.strictObject({
			remote: z.string().min(1).optional().describe('Name of the remote; that of the branch unless given.'),
			branch: z.string().min(1).optional().describe('Branch on the remote; the upstream unless given.'),
		}),
		translate: input => ({ tool: 'git_sync', input: { action: 'pull', ...input } }),
	}),
	defineOtherName({
		name: 'switch_branch',
		title: 'Switch branch',
		description: 'Switch to another branch.',
		tools: ['git_branch'],
		input: z.strictObject({ branch }),
		translate: ({ branch: name }) => ({ tool: 'git_branch', input: { action: 'switch', name } }),
	}),
	defineOtherName({
		name: 'create_branch',
		title: 'Create branch',
		description: 'Create a branch and switch to it.',
		tools: ['git_branch'],
		input: z.strictObject({
			branch,
			startPoint: z.string().min(1).optional().describe('Where it starts; the present commit unless given.'),
		}),
		translate: ({ branch: name, startPoint }) => ({
			tool: 'git_branch',
			input: { action: 'create', name, switch: true, ...(startPoint !== undefined && { startPoint }) },
		}),
	}),
];

/** The tools that came after the interface document. `get_progress_indicators` is not among them: it never gave any. */
export const laterNames: readonly OtherName[] = [...fileNames, ...terminalNames, ...gitNames];
