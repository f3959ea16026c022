import { isAbsolute } from 'node:path';

/** One live window, as it is written to `windows/<id>.json`. */
export interface WindowEntry {
	/** Letters, digits, `-` and `_`; the name of the file. */
	id: string;
	pid: number;
	port: number;
	token: string;
	/** Absolute paths; empty when no folder is open. */
	folders: readonly string[];
	workspaceFile?: string;
	/** Absolute paths of the open files, in a window without a folder: nothing else tells what it is about. */
	files?: readonly string[];
	/** Name of the editor, such as "Visual Studio Code". */
	app: string;
	/** Version of Hawser in the window. */
	version: string;
	/** Kind of remote, such as "wsl", when the window's files are not on the user's own machine. */
	remote?: string;
	/** The process that would start this one again if it died. */
	parent?: number;
	/** Name of the machine, written by the registry: a home folder may be shared, process numbers are not. */
	host?: string;
	/** Milliseconds since 1970. */
	startedAt: number;
	seenAt: number;
	/** False while the workspace is not trusted. */
	trusted?: boolean;
	/** The user's choice in `hawser.toolsets`, if there is one. */
	toolsets?: readonly string[];
	/** Changes with the tools that only this window has; absent when there are none. */
	dynamicTools?: string;
	/** The surface by which the editor's own chat gets the tools: a client that is this editor must not get them a second time. */
	chat?: (typeof CHAT_MODES)[number];
}

const CHAT_MODES = ['tools', 'mcp', 'off'] as const;

const ID = /^[\w-]{1,100}$/;
/** Visible ASCII only: it goes into a header. */
const TOKEN = /^[\x21-\x7e]{16,200}$/;

export function isWindowId(value: unknown): value is string {
	return typeof value === 'string' && ID.test(value);
}

/** The entry in a text that anybody may have written, or undefined. Fields it does not know are left out. */
export function parseWindowEntry(text: string): WindowEntry | undefined {
	let value: unknown;
	try {
		value = JSON.parse(text);
	} catch {
		return undefined;
	}
	if (typeof value !== 'object' || value === null) {
		return undefined;
	}
	const { id, pid, port, token, folders, app, version, startedAt, seenAt }: Partial<Record<string, unknown>> = {
		...value,
	};
	if (
		!isWindowId(id) ||
		!isCount(pid) ||
		!isCount(port) ||
		port > 65_535 ||
		typeof token !== 'string' ||
		!TOKEN.test(token) ||
		!isTextList(folders) ||
		!folders.every(folder => isAbsolute(folder)) ||
		typeof app !== 'string' ||
		typeof version !== 'string' ||
		!isCount(startedAt) ||
		!isCount(seenAt)
	) {
		return undefined;
	}
	return { id, pid, port, token, folders, app, version, startedAt, seenAt, ...optionalFields({ ...value }) };
}

function optionalFields(fields: Partial<Record<string, unknown>>) {
	const { workspaceFile, files, remote, parent, host, trusted, toolsets, dynamicTools, chat } = fields;
	return {
		...(isTextList(files) && { files: files.filter(file => isAbsolute(file)) }),
		...(typeof workspaceFile === 'string' && isAbsolute(workspaceFile) && { workspaceFile }),
		...(typeof remote === 'string' && remote !== '' && { remote }),
		...(isCount(parent) && { parent }),
		...(typeof host === 'string' && { host }),
		...(typeof trusted === 'boolean' && { trusted }),
		...(isTextList(toolsets) && { toolsets }),
		...(typeof dynamicTools === 'string' && { dynamicTools }),
		...(isChatMode(chat) && { chat }),
	};
}

function isCount(value: unknown): value is number {
	return typeof value === 'number' && Number.isInteger(value) && value > 0;
}

function isChatMode(value: unknown): value is (typeof CHAT_MODES)[number] {
	return CHAT_MODES.some(mode => mode === value);
}

function isTextList(value: unknown): value is string[] {
	return Array.isArray(value) && value.every(item => typeof item === 'string');
}
