import type { Reply } from '@hawser/core/contract/envelope.ts';
import { ERROR_CODES, isErrorCode } from '@hawser/core/errors/error-codes.ts';
import { failureReply } from '@hawser/link/failure-reply.ts';
import { paint, printJson } from './terminal.ts';

/** Prints why the program could not do it, and gives the exit code that says so. */
export function printFailure(cause: unknown, json: boolean): number {
	return printReply(failureReply(cause, `cli-${process.pid}`, Date.now()), json);
}

/** An answer goes to stdout, a failure to stderr; with --json both are data. */
export function printReply({ envelope, text }: Reply, json: boolean): number {
	if (json) {
		printJson(envelope);
	} else if (envelope.ok) {
		process.stdout.write(text.endsWith('\n') ? text : `${text}\n`);
	} else {
		const [first = '', ...rest] = text.split('\n');
		process.stderr.write(`${paint('red', first, process.stderr)}\n${rest.map(line => `${line}\n`).join('')}`);
	}
	return envelope.ok ? 0 : exitCodeOf(envelope.error.code);
}

/** A window of another version may know codes that we do not. */
function exitCodeOf(code: string): number {
	return isErrorCode(code) ? ERROR_CODES[code].exitCode : 3;
}
