import { runInNewContext } from 'node:vm';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { RecordedEntry, RecordedSession, Recordings, TrackedSession } from '@hawser/core/ports/recordings.ts';
import type { WorkspacePaths } from '../../shared/workspace-paths.ts';
import { fileOf } from '../protocol/source-paths.ts';
import type { KeptEntry } from './record-rings.ts';
import type { Recorder } from './recorder.ts';
import type { SessionRecord } from './session-record.ts';

/** Milliseconds for all lines of a recording; a sensible expression needs a few. */
const MATCHING_LIMIT = 1000;

export function createRecordings(recorder: Recorder, paths: WorkspacePaths): Recordings {
	const show = (path: string): string => {
		const file = fileOf(path);
		return file ? paths.show(file) : path;
	};
	const shown = <Place extends { path?: string }>(place: Place): Place =>
		place.path === undefined ? place : { ...place, path: show(place.path) };

	const toEntry = (entry: KeptEntry): RecordedEntry => ({
		...shown(entry),
		...(entry.stack && { stack: entry.stack.map(shown) }),
	});
	const toSession = ({ facts, state, startedAt, endedAt, exitCode, rings }: SessionRecord): RecordedSession => {
		const counts = rings.counts();
		return {
			id: facts.id,
			name: facts.name,
			type: facts.type,
			...(facts.parent !== undefined && { parent: facts.parent }),
			state,
			startedAt,
			...(endedAt !== undefined && { endedAt }),
			...(exitCode !== undefined && { exitCode }),
			counts: {
				...counts,
				sources: Object.fromEntries(Object.entries(counts.sources).map(([path, tally]) => [show(path), tally])),
			},
		};
	};
	const toTracked = ({ adapter }: SessionRecord): TrackedSession => ({
		capabilities: Object.keys(adapter.capabilities).filter(name => adapter.capabilities[name] === true),
		exceptionFilters: adapter.exceptionFilters,
		threads: [...adapter.threads].map(([id, name]) => ({ id, name })),
		breakpoints: adapter.breakpoints.all().map(({ id: _, column: __, boundColumn: ___, ...bound }) => shown(bound)),
		messages: { ...adapter.messages },
		events: { ...adapter.events },
		requests: { ...adapter.requests },
	});

	return {
		sessions: () => recorder.sessions().map(toSession),
		entries: ids =>
			ids
				.flatMap(id => recorder.find(id)?.rings.entries() ?? [])
				.toSorted((left, right) => left.order - right.order)
				.map(toEntry),
		tracked(id) {
			const record = recorder.find(id);
			return record && toTracked(record);
		},
		matches: matchesWithin,
	};
}

/** Only a script that V8 may break off can be trusted with an expression from outside: some take forever. */
function matchesWithin(pattern: string, caseSensitive: boolean, texts: readonly string[]): readonly boolean[] {
	const flags = caseSensitive ? '' : 'i';
	try {
		const answer: unknown = runInNewContext(
			'const expression = new RegExp(pattern, flags); texts.map(text => expression.test(text))',
			{ pattern, flags, texts },
			{ timeout: MATCHING_LIMIT },
		);
		return Array.isArray(answer) ? answer.map(Boolean) : [];
	} catch (cause) {
		// Errors of another context are of another class.
		const { name, message } = errorFields(typeof cause === 'object' && cause !== null ? cause : {});
		if (name === 'SyntaxError') {
			throw new ToolError('E_INVALID_REGEX', message, {
				hint: 'Correct it (JavaScript syntax). For plain text, put a backslash before each of . * + ? ^ $ { } ( ) | [ ] \\ /.',
				cause,
			});
		}
		throw new ToolError('E_TIMEOUT', `The pattern needs more than ${MATCHING_LIMIT} ms for the recorded lines.`, {
			hint: 'Use a simpler pattern, without repetition inside of repetition.',
			cause,
		});
	}
}

function errorFields(error: object): { name: string; message: string } {
	return {
		name: 'name' in error ? String(error.name) : '',
		message: 'message' in error ? String(error.message) : '',
	};
}
