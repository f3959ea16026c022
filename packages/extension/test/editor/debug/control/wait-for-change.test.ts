import { createCancellation, NEVER_CANCELLED } from '@hawser/core/waiting/cancellation-source.ts';
import { describe, expect, test } from 'vitest';
import { createModelWaiters } from '../../../../src/editor/debug/control/wait-for-change.ts';
import { startModel } from '../start-model.ts';

describe('waiting on the model', () => {
	test('a wait ends with the answer, and leaves nothing behind', async () => {
		const { model, open, event } = startModel();
		const waiters = createModelWaiters(model);
		open('a');
		const stopped = waiters.until(() => model.find('a')?.stops[0], { milliseconds: 60_000, signal: NEVER_CANCELLED });
		expect(waiters.pending).toBe(1);
		event('a', 'stopped', { reason: 'pause', threadId: 1 });
		await expect(stopped).resolves.toMatchObject({ reason: 'pause' });
		expect(waiters.pending).toBe(0);
	});

	test('a wait ends when the time is up, when it is cancelled, and when the question throws', async () => {
		const { model } = startModel();
		const waiters = createModelWaiters(model);
		const late = waiters.until((): string | undefined => undefined, { milliseconds: 1, signal: NEVER_CANCELLED });
		await expect(late).resolves.toBeUndefined();
		const cancellation = createCancellation();
		const waiting = waiters.until(() => undefined, { milliseconds: 60_000, signal: cancellation });
		cancellation.cancel();
		await expect(waiting).rejects.toMatchObject({ code: 'E_CANCELLED' });
		await expect(waiters.until(() => undefined, { milliseconds: 60_000, signal: cancellation })).rejects.toMatchObject({
			code: 'E_CANCELLED',
		});
		let broken = false;
		const failing = waiters.until(
			() => {
				if (broken) {
					throw new Error('refused');
				}
				return undefined;
			},
			{ milliseconds: 60_000, signal: NEVER_CANCELLED },
		);
		broken = true;
		waiters.askAgain();
		await expect(failing).rejects.toThrow('refused');
		expect(waiters.pending).toBe(0);
	});
});
