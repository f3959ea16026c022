import { describe, expect, test } from 'vitest';
import { createDapMessages } from '../../../../src/editor/debug/protocol/dap-messages.ts';

describe('the kept messages', () => {
	test('messages are bounded in size, per session and in ended sessions', () => {
		const messages = createDapMessages();
		const session = (id: string) => ({ id, name: id, type: 't', configuration: {} });
		messages.record({ kind: 'opened', session: session('big'), time: 0 });
		const huge = {
			type: 'response',
			body: { variables: Array.from({ length: 50_000 }, () => ({ value: 'x'.repeat(100) })) },
		};
		for (let index = 0; index < 3000; index++) {
			messages.record({ kind: 'received', sessionId: 'big', message: huge, time: index });
		}
		const kept = messages.of('big');
		expect(kept).toHaveLength(2001);
		expect(Math.max(...kept.map(event => JSON.stringify(event).length))).toBeLessThan(8000);
		for (let index = 0; index < 50; index++) {
			messages.record({ kind: 'opened', session: session(`s${index}`), time: 0 });
			messages.record({ kind: 'ended', sessionId: `s${index}`, time: 1 });
		}
		expect(messages.sessionIds()).toEqual(['big', ...Array.from({ length: 10 }, (_, index) => `s${index + 40}`)]);
	});
});
