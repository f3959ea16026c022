import { isRecord, textOf } from '../data/plain-data.ts';
import { nameWithVersion } from '../text/name-with-version.ts';

/** What an agent says of itself in the handshake of MCP: a claim, not a boundary. */
export interface AgentClaim {
	name: string;
	version?: string;
	/** The program that started the connection, where it is cheap to know, such as `claude`. */
	program?: string;
	/** The process on this machine that speaks for the agent; when it ends, the agent has gone. */
	pid?: number;
	/** The folder for which it was started. */
	folder?: string;
}

const MAX_LENGTH = 100;
const MAX_PATH = 1000;

/** Reads `clientInfo`, or the name alone; undefined where there is no name. */
export function readAgentClaim(value: unknown): AgentClaim | undefined {
	if (!isRecord(value)) {
		const name = oneLine(value);
		return name === undefined ? undefined : { name };
	}
	const [name, version, program] = [value['name'], value['version'], value['program']].map(word => oneLine(word));
	const folder = oneLine(value['folder'], MAX_PATH);
	const { pid } = value;
	if (name === undefined) {
		return undefined;
	}
	return {
		name,
		...(version !== undefined && { version }),
		...(program !== undefined && { program }),
		...(typeof pid === 'number' && Number.isSafeInteger(pid) && pid > 0 && { pid }),
		...(folder !== undefined && { folder }),
	};
}

/** For a user, who has to know that nobody has checked it. */
export function describeAgent({ name, version, program }: AgentClaim): string {
	const started = program === undefined ? '' : `, started by ${program}`;
	return `${nameWithVersion({ name, version })} (by its own word${started})`;
}

/** One line of a log must not become two, and a name is no place for a text. */
function oneLine(value: unknown, maxLength = MAX_LENGTH): string | undefined {
	const text = textOf(value)
		?.replaceAll(/[\p{C}\s]+/gu, ' ')
		.trim()
		.slice(0, maxLength);
	return text === '' ? undefined : text;
}
