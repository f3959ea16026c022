import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { ChangeBasis } from '@hawser/core/ports/documents.ts';
import { diffLines } from '@hawser/core/text/line-diff.ts';
import { unifiedDiff } from '@hawser/core/text/unified-diff.ts';
import { setBounded } from '@hawser/node/set-bounded.ts';

interface Lines {
	/** 1-based and inclusive. */
	from: number;
	to: number;
}

interface KnownVersion {
	version: string;
	lines: readonly Lines[];
}

/** Remembers for each agent and file the text that the agent was last shown or has written itself. */
export interface KnownVersions {
	saw(agent: string, file: string, version: string, lines: Lines): void;
	/** `base` is the version whose text was partly replaced; an agent that did not know it does not know the result either. */
	wrote(agent: string, file: string, version: string, base?: string): void;
	/** Called when a formatter or the user changed at once what the agent wrote. */
	wroteOver(agent: string, file: string, version: string): void;
	/** Throws when the agent would write over something it has not seen. */
	requireSeen(agent: string, file: string, basis: ChangeBasis, present: PresentText): void;
}

export interface PresentText {
	path: string;
	text: string;
	version: string;
	/** The text on disk, present only when the editor has unsaved edits. */
	saved?: string;
}

const EVERYTHING: Lines = { from: 1, to: Number.MAX_SAFE_INTEGER };
/** No text has this version. */
const UNKNOWN = '';
const MAX_REMEMBERED = 5000;

export function createKnownVersions(): KnownVersions {
	const versions = new Map<string, KnownVersion>();
	const writers = new Map<string, { agent: string; version: string }>();

	const remember = (agent: string, file: string, version: string, lines: Lines) => {
		const key = `${agent}\0${file}`;
		const known = versions.get(key);
		const before = known?.version === version ? known.lines : [];
		setBounded(versions, key, { version, lines: [...before, lines] }, MAX_REMEMBERED);
	};

	const rememberWriter = (agent: string, file: string, version: string) => {
		setBounded(writers, file, { agent, version }, MAX_REMEMBERED);
	};

	return {
		saw: remember,
		wrote(agent, file, version, base) {
			const knewBase = base === undefined || versions.get(`${agent}\0${file}`)?.version === base;
			rememberWriter(agent, file, version);
			remember(agent, file, knewBase ? version : UNKNOWN, EVERYTHING);
		},
		wroteOver(agent, file, version) {
			rememberWriter(agent, file, version);
			remember(agent, file, UNKNOWN, EVERYTHING);
		},
		requireSeen(agent, file, basis, present) {
			const { path, version, saved } = present;
			if (basis.version !== undefined && basis.version !== version) {
				throw new ToolError('E_FILE_CHANGED', `${path} has changed since version ${basis.version} was read.`);
			}
			const known = versions.get(`${agent}\0${file}`);
			if (saved !== undefined && basis.version === undefined) {
				requireUnsavedSeen(present, saved, known?.version === version ? known.lines : []);
			}
			if (basis.replaces === 'parts' || basis.version !== undefined) {
				return;
			}
			if (known && known.version !== version) {
				throw new ToolError('E_FILE_CHANGED', `${path} has changed since you read it.`);
			}
			const writer = writers.get(file);
			if (!known && writer?.version === version && writer.agent !== agent) {
				throw new ToolError('E_FILE_CHANGED', `Another agent has written ${path}, and you have not read it since.`);
			}
		},
	};
}

function requireUnsavedSeen({ path, text }: PresentText, saved: string, seenLines: readonly Lines[]): void {
	const lines = text.split('\n');
	const unseen = diffLines(saved.split('\n'), lines).filter(({ newFrom, newTo }) => {
		// Deleted lines count as seen when a line beside the gap was seen.
		const from = newFrom === newTo ? Math.max(1, newFrom) : newFrom + 1;
		const to = newFrom === newTo ? from : newTo;
		return !isCovered(from, to, seenLines);
	});
	if (unseen.length > 0) {
		const diff = unifiedDiff(saved, text, { budget: 3000 });
		throw new ToolError('E_FILE_DIRTY', `${path} has unsaved edits that you have not seen:\n${diff}`, {
			details: { unsavedEdits: diff },
		});
	}
}

function isCovered(from: number, to: number, ranges: readonly Lines[]): boolean {
	let next = from;
	for (const range of [...ranges].sort((left, right) => left.from - right.from)) {
		if (range.from <= next && range.to >= next) {
			next = range.to + 1;
		}
	}
	return next > to;
}
