import type { CallLog } from '@hawser/core/runtime/call-log.ts';
import * as vscode from 'vscode';

/** The output channel "Hawser". VS Code keeps its level and writes it to a file. */
export interface Log extends CallLog, vscode.Disposable {
	info(message: string): void;
	warn(message: string): void;
	failure(what: string, cause: unknown): void;
	show(): void;
}

export function createLog(): Log {
	const channel = vscode.window.createOutputChannel('Hawser', { log: true });
	return {
		info: message => channel.info(message),
		warn: message => channel.warn(message),
		failure: (what, cause) => channel.error(`${what}: ${stackOf(cause)}`),
		finished({ requestId, tool, surface, duration, outcome }) {
			const line = `${tool} ${outcome} ${duration} ms (${surface}, ${requestId})`;
			if (outcome === 'ok') {
				channel.debug(line);
			} else {
				channel.info(line);
			}
		},
		defect: (requestId, cause) => channel.error(`request ${requestId}: ${stackOf(cause)}`),
		show: () => channel.show(true),
		dispose: () => channel.dispose(),
	};
}

function stackOf(cause: unknown): string {
	return cause instanceof Error ? (cause.stack ?? cause.message) : String(cause);
}
