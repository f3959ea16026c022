import { promises as files } from 'node:fs';
import { join } from 'node:path';
import { messageOf } from '@hawser/core/data/message-of.ts';
import { errorCode } from '@hawser/node/system-error.ts';
import { type CustomToolFacts, readMetadata } from './metadata.ts';
import { FILE_START, type Problem } from './problem.ts';
import { TOOLS_FOLDER } from './tools-place.ts';

const ENDING = '.meta.yaml';
const SCRIPT_ENDINGS = ['.js', '.mjs', '.cjs'];
const MAX_METADATA_SIZE = 256 * 1024;
const MAX_SCRIPT_SIZE = 8 * 1024 * 1024;
const MAX_TOOLS = 100;

export interface CustomTool extends CustomToolFacts {
	/** The project that it belongs to. */
	folder: string;
	/** Absolute path of the script. */
	script: string;
	/** Absolute path of the YAML file. */
	metadata: string;
	/** Digest of both files: another text is another tool, about which the user is asked again. */
	hash: string;
}

export interface ToolFolder {
	tools: readonly CustomTool[];
	/** By absolute path of the file; every file that was read is in it, also without problems. */
	problems: ReadonlyMap<string, readonly Problem[]>;
}

/** Reads all tools of a project. A file that is wrong has its problems noted; the others are tools all the same. */
export async function readToolFolder(folder: string): Promise<ToolFolder> {
	const place = join(folder, TOOLS_FOLDER);
	const names = await fileNames(place);
	const tools = new Map<string, CustomTool>();
	const problems = new Map<string, readonly Problem[]>();
	for (const name of names.filter(file => file.endsWith(ENDING))) {
		const metadata = join(place, name);
		const { tool, problems: found } = await readTool(folder, place, name.slice(0, -ENDING.length), names);
		const other = tool && tools.get(tool.name);
		const refusal =
			other !== undefined
				? `${other.metadata.slice(place.length + 1)} defines ${other.name} already.`
				: tools.size >= MAX_TOOLS
					? `A project has at most ${MAX_TOOLS} tools of its own.`
					: undefined;
		if (tool && refusal === undefined) {
			tools.set(tool.name, tool);
		}
		problems.set(metadata, refusal === undefined || tool === undefined ? found : [...found, mistake(refusal)]);
	}
	return { tools: [...tools.values()], problems };
}

async function readTool(
	folder: string,
	place: string,
	base: string,
	names: readonly string[],
): Promise<{ tool?: CustomTool; problems: readonly Problem[] }> {
	const metadata = join(place, `${base}${ENDING}`);
	const scripts = SCRIPT_ENDINGS.map(ending => `${base}${ending}`).filter(name => names.includes(name));
	try {
		const text = await readBounded(metadata, MAX_METADATA_SIZE);
		const { facts, problems } = readMetadata(text.toString('utf8'), base);
		const [name, second] = scripts;
		if (name === undefined || second !== undefined) {
			const message =
				name === undefined ? `There is no ${base}.js beside it.` : `Both ${name} and ${second} are there.`;
			return { problems: [...problems, mistake(message)] };
		}
		const script = join(place, name);
		const source = await readBounded(script, MAX_SCRIPT_SIZE);
		const hash = await hashOf(text, source);
		return { problems, ...(facts && { tool: { ...facts, folder, script, metadata, hash } }) };
	} catch (cause) {
		return { problems: [mistake(messageOf(cause))] };
	}
}

async function hashOf(metadata: Buffer, script: Buffer): Promise<string> {
	// Not at the top: it would cost every start of the CLI some milliseconds.
	const { createHash } = await import('node:crypto');
	return createHash('sha256').update(`${metadata.length} `).update(metadata).update(script).digest('hex');
}

function mistake(message: string): Problem {
	return { severity: 'error', message, ...FILE_START };
}

async function readBounded(file: string, limit: number): Promise<Buffer> {
	const { size } = await files.stat(file);
	if (size > limit) {
		throw new Error(`${file} has ${size} bytes; the limit is ${limit}.`);
	}
	return files.readFile(file);
}

async function fileNames(place: string): Promise<readonly string[]> {
	try {
		return (await files.readdir(place)).sort();
	} catch (cause) {
		if (errorCode(cause) === 'ENOENT' || errorCode(cause) === 'ENOTDIR') {
			return [];
		}
		throw cause;
	}
}
