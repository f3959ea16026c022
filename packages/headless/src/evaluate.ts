import { connect } from 'node:net';
import { join } from 'node:path';
import { withDeadline } from './shared/deadline.ts';
import { HeadlessError } from './shared/errors.ts';

/** The unpacked test extension that answers on the other side. */
export const EVALUATOR_EXTENSION = join(import.meta.dirname, '../extension');

/** Tells the extension where to put its socket. */
export const SOCKETS_VARIABLE = 'HAWSER_HEADLESS_SOCKETS';

/**
 * Undefined when the code was not run because nobody listens: the extension host has not activated the evaluator yet, or
 * was ending just then. The evaluator acknowledges before it runs anything, so asking again cannot run it twice.
 */
export async function evaluateIn(
	socketsFolder: string,
	pid: number,
	request: { body: string; args: unknown },
	limitMs: number,
): Promise<{ value: unknown } | undefined> {
	const socket = connect(join(socketsFolder, `${pid}.sock`));
	const answered = new Promise<string | undefined>((resolve, reject) => {
		let received = '';
		socket.setEncoding('utf8');
		socket.on('connect', () => socket.write(`${JSON.stringify(request)}\n`));
		socket.on('data', (chunk: string) => {
			received += chunk;
			const [, answer, rest] = received.split('\n');
			if (rest !== undefined) {
				resolve(answer);
			}
		});
		socket.on('error', () => undefined);
		socket.on('close', () => {
			if (received === '') {
				resolve(undefined);
			} else {
				reject(new HeadlessError('E_HOST_GONE', `Extension host ${pid} ended before it answered.`));
			}
		});
	});
	try {
		const answer = await withDeadline(answered, limitMs, () => `The extension host did not answer: ${request.body}`);
		return answer === undefined ? undefined : readAnswer(answer);
	} finally {
		socket.destroy();
	}
}

function readAnswer(line: string): { value: unknown } {
	const answer: unknown = JSON.parse(line);
	if (typeof answer !== 'object' || answer === null) {
		throw new HeadlessError('E_EVALUATION', 'The evaluator sent something that is not an answer.');
	}
	if ('error' in answer && typeof answer.error === 'object' && answer.error !== null) {
		const { message, ...details }: { message?: unknown } = answer.error;
		throw new HeadlessError('E_EVALUATION', String(message), { details });
	}
	return { value: 'value' in answer ? answer.value : undefined };
}
