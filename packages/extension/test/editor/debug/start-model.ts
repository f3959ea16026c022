import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createDebugModel } from '../../../src/editor/debug/model/debug-model.ts';
import { createDapMessages, type DapEvent } from '../../../src/editor/debug/protocol/dap-messages.ts';

export function readRecording(name: string): readonly DapEvent[] {
	return JSON.parse(readFileSync(join(import.meta.dirname, 'conversations', `${name}.json`), 'utf8')) as DapEvent[];
}

/** A model, and a short way to feed it. */
export function startModel() {
	const messages = createDapMessages();
	const model = createDebugModel(messages);
	let seq = 0;
	return {
		messages,
		model,
		play: (events: readonly DapEvent[]) => events.forEach(event => messages.record(event)),
		open(id: string, parent?: string, type = 'pwa-node') {
			const session = {
				id,
				name: `the ${id}`,
				type,
				configuration: { name: id },
				...(parent !== undefined && { parent }),
			};
			messages.record({ kind: 'opened', session, time: 0 });
		},
		event(sessionId: string, event: string, body: object = {}) {
			const message = { type: 'event', event, body };
			messages.record({ kind: 'received', sessionId, message, time: 0 });
			return message;
		},
		request(sessionId: string, command: string, args: object = {}) {
			const message = { type: 'request', seq: ++seq, command, arguments: args };
			messages.record({ kind: 'sent', sessionId, message, time: 0 });
			return message;
		},
		answer(sessionId: string, request: { seq: number; command: string }, body: object = {}, success = true) {
			const message = { type: 'response', request_seq: request.seq, command: request.command, success, body };
			messages.record({ kind: 'received', sessionId, message, time: 0 });
			return message;
		},
		end: (sessionId: string) => messages.record({ kind: 'ended', sessionId, time: 0 }),
	};
}
