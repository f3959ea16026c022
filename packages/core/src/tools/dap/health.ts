import { exitCodeOf, type RecordedRun } from '../../answers/recorded-run.ts';
import type { RecordCounts, RecordedEntry } from '../../ports/recordings.ts';
import { plural } from '../../text/plural.ts';

const SLOW_REQUEST = 5000;

export interface Health {
	health: 'ok' | 'warnings' | 'failed';
	reasons: string[];
}

/** Judges a run: the problems that occurred in it, if any. */
export function healthOf(run: RecordedRun, counts: RecordCounts, entries: readonly RecordedEntry[]): Health {
	const exitCode = exitCodeOf(run) ?? 0;
	const { exception = 0, failed: adapterFailures = 0 } = counts.kinds;
	const uncaught = entries.filter(entry => entry.kind === 'exception' && entry.uncaught).length;
	const slow = entries.filter(({ kind, duration = 0 }) => kind === 'request' && duration >= SLOW_REQUEST).length;
	const errors = counts.categories['stderr']?.outputs ?? 0;
	const failures = [
		exitCode !== 0 && `it ended with exit code ${exitCode}`,
		uncaught > 0 && plural(uncaught, 'uncaught exception'),
		adapterFailures > 0 && `the debug adapter failed ${plural(adapterFailures, 'time')}`,
	].filter(reason => typeof reason === 'string');
	const warnings = [
		exception > uncaught && plural(exception - uncaught, 'other exception'),
		errors > 0 && `${plural(errors, 'line')} on stderr`,
		counts.failedRequests > 0 && `the debug adapter refused ${plural(counts.failedRequests, 'request')}`,
		slow > 0 && `${plural(slow, 'request')} took more than ${SLOW_REQUEST} ms`,
	].filter(reason => typeof reason === 'string');
	const otherwise = warnings.length > 0 ? 'warnings' : 'ok';
	return { health: failures.length > 0 ? 'failed' : otherwise, reasons: [...failures, ...warnings] };
}
