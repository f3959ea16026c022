import type { CallLog } from '@hawser/core/runtime/call-log.ts';
import { shorten } from '@hawser/core/text/shorten.ts';
import * as vscode from 'vscode';

/** Characters of arguments at the level Debug. */
const MAX_DETAILS = 500;

/** The output channel "Hawser". VS Code keeps its level and writes it to a file. */
export interface Log extends CallLog, vscode.Disposable {
	info(message: string): void;
	warn(message: string): void;
	failure(what: string, cause: unknown): void;
	show(): void;
	/** True: each call has its line; false: failures, and the others at the level Debug. */
	logEveryCall(everyCall: boolean): void;
}

export function createLog(): Log {
	const channel = vscode.window.createOutputChannel('Hawser', { log: true });
	let everyCall = true;
	return {
		info: message => channel.info(message),
		warn: message => channel.warn(message),
		failure: (what, cause) => channel.error(`${what}: ${stackOf(cause)}`),
		started(call) {
			if (channel.logLevel <= vscode.LogLevel.Debug && channel.logLevel !== vscode.LogLevel.Off) {
				const input = shorten(JSON.stringify(call.readArguments()), MAX_DETAILS);
				channel.debug(`${call.tool} begins: ${input} (${call.name}, ${call.connection}, ${call.requestId})`);
			}
			return undefined;
		},
		finished({ requestId, tool, surface, agent, duration, outcome }) {
			const from = agent === undefined ? surface : `${agent} by ${surface}`;
			const line = `${tool} ${outcome} ${duration} ms (${from}, ${requestId})`;
			if (outcome === 'ok' && !everyCall) {
				channel.debug(line);
			} else {
				channel.info(line);
			}
		},
		defect: (requestId, cause) => channel.error(`request ${requestId}: ${stackOf(cause)}`),
		show: () => channel.show(true),
		logEveryCall(wanted) {
			everyCall = wanted;
		},
		dispose: () => channel.dispose(),
	};
}

function stackOf(cause: unknown): string {
	return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
}
