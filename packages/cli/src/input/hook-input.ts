import { isAbsolute, resolve } from 'node:path';
import { isRecord, recordOf, textOf } from '@hawser/core/data/plain-data.ts';

/** The events after which a file is written, and the tools that write one: of Claude Code, Gemini CLI and Qwen Code. */
const EVENTS = ['PostToolUse', 'AfterTool'];
const TOOLS = ['Edit', 'Write', 'MultiEdit', 'NotebookEdit', 'write_file', 'replace', 'edit', 'notebook_edit'];
const PATH_ARGUMENTS = ['file_path', 'notebook_path'];
const MAX_PATH = 4096;

/** The files that an agent has just written, by what it hands to its hook: as absolute paths, none where it says nothing of the kind. */
export function writtenFiles(text: string, workingDirectory: string): readonly string[] {
	const input = parse(text);
	const { hook_event_name: event, tool_name: tool, tool_input: given, tool_response: response, cwd } = input;
	const isWrite = EVENTS.some(known => known === event) && TOOLS.some(known => known === tool);
	if (!isWrite || hasFailed(response)) {
		return [];
	}
	const folder = textOf(cwd) ?? '';
	const base = isAbsolute(folder) && isPath(folder) ? folder : workingDirectory;
	const paths = PATH_ARGUMENTS.flatMap(name => textOf(recordOf(given)[name]) ?? []).filter(isPath);
	return [...new Set(paths.map(path => resolve(base, path)))];
}

/** Gemini CLI runs its hooks after a failure too. */
function hasFailed(response: unknown): boolean {
	return isRecord(response) && response['error'] !== undefined && response['error'] !== null;
}

function isPath(path: string): boolean {
	return path !== '' && path.length <= MAX_PATH && !path.includes('\0');
}

function parse(text: string): Readonly<Record<string, unknown>> {
	try {
		return recordOf(JSON.parse(text));
	} catch {
		return {};
	}
}
