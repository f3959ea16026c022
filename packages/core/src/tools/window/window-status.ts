import { z } from 'zod';
import { defineTool } from '../../contract/tool.ts';
import { unlisted } from '../../input/unlisted-arguments.ts';

/** Enough to know what the user works on; an agent that wants every tab asks editor_context. */
const OPEN_FILES_SHOWN = 50;

export const windowStatus = defineTool({
	name: 'window_status',
	title: 'Window status',
	searchHint: 'connected workspace trust versions unsaved files which project vscode',
	description:
		'Says which window answers: folders, trust, active file, open files with unsaved edits, debug sessions, versions.',
	whenToUse: 'Call it first, to check that Hawser works and that the right project answers.',
	effect: 'reads',
	needs: ['windows'],
	aliases: ['bridge_status'],

	example: {},

	input: z.strictObject({
		system: unlisted(z.boolean().default(false).describe('Also tell about the machine.')),
	}),

	output: z.object({
		id: z.string(),
		pid: z.int(),
		port: z.int(),
		app: z.string(),
		version: z.string().describe('Version of Hawser.'),
		remote: z.string().optional(),
		trusted: z.boolean().describe('False: only tools that read may run.'),
		since: z.string(),
		folders: z.array(z.object({ name: z.string(), path: z.string() })),
		workspaceFile: z.string().optional(),
		activeFile: z.string().optional(),
		openFiles: z.array(z.object({ path: z.string(), dirty: z.boolean() })),
		openFilesTotal: z.int(),
		debugSessions: z.array(z.object({ id: z.string(), name: z.string(), type: z.string(), active: z.boolean() })),
		system: unlisted(
			z.object({ platform: z.string(), arch: z.string(), node: z.string(), shell: z.string() }).optional(),
		),
	}),

	run(input, { windows }) {
		const { system, ...status } = windows.status();
		return Promise.resolve({
			...status,
			...(input.system && { system }),
			folders: [...status.folders],
			openFiles: status.openFiles.slice(0, OPEN_FILES_SHOWN),
			openFilesTotal: status.openFiles.length,
			debugSessions: [...status.debugSessions],
		});
	},

	render(status) {
		const { folders, openFiles, openFilesTotal, debugSessions } = status;
		const dirty = openFiles.filter(file => file.dirty).map(file => file.path);
		const lines = [
			`${status.app}, Hawser ${status.version}, window ${status.id}, port ${status.port}, since ${status.since}`,
			`Folders: ${folders.map(folder => folder.path).join(', ') || 'none'}${status.trusted ? '' : ' (not trusted: only reading tools run)'}`,
			status.workspaceFile === undefined ? '' : `Workspace: ${status.workspaceFile}`,
			status.remote === undefined ? '' : `Remote: ${status.remote}`,
			`Active file: ${status.activeFile ?? 'none'}`,
			`Open files (${openFilesTotal}): ${openFiles.map(file => file.path).join(', ') || 'none'}`,
			`Unsaved: ${dirty.join(', ') || 'none'}`,
			`Debug sessions: ${debugSessions.map(({ name, type }) => `${name} (${type})`).join(', ') || 'none'}`,
		];
		return [lines.filter(Boolean).join('\n')];
	},
});
