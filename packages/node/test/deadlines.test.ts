import { describe, expect, test, vi } from 'vitest';
import { resultWithin, startTimeLimit, until } from '../src/deadlines.ts';

function cancellation() {
	const listeners = new Set<() => void>();
	return {
		cancelled: false,
		listeners,
		onCancelled(listener: () => void) {
			listeners.add(listener);
			return () => listeners.delete(listener);
		},
		cancel() {
			this.cancelled = true;
			for (const listener of listeners) {
				listener();
			}
		},
	};
}

function event() {
	const listeners = new Set<(value: unknown) => void>();
	return {
		listeners,
		subscribe: (listener: (value: unknown) => void) => {
			listeners.add(listener);
			return { dispose: () => listeners.delete(listener) };
		},
		fire() {
			for (const listener of listeners) {
				listener(undefined);
			}
		},
	};
}

describe('resultWithin', () => {
	test('gives the value, and leaves no listener', async () => {
		const signal = cancellation();
		expect(await resultWithin(Promise.resolve(5), { milliseconds: 1000, signal })).toBe(5);
		expect(signal.listeners.size).toBe(0);
	});

	test('gives undefined when the time is up', async () => {
		const signal = cancellation();
		expect(await resultWithin(new Promise(() => undefined), { milliseconds: 5, signal })).toBeUndefined();
		expect(signal.listeners.size).toBe(0);
	});

	test('passes a failure on', async () => {
		const failing = resultWithin(Promise.reject(new Error('no')), { milliseconds: 1000, signal: cancellation() });
		await expect(failing).rejects.toThrow('no');
	});

	test('ends at once when cancelled, before or meanwhile', async () => {
		const signal = cancellation();
		const waiting = resultWithin(new Promise(() => undefined), { milliseconds: 10_000, signal });
		signal.cancel();
		await expect(waiting).rejects.toMatchObject({ code: 'E_CANCELLED' });
		await expect(resultWithin(Promise.resolve(), { milliseconds: 1, signal })).rejects.toMatchObject({
			code: 'E_CANCELLED',
		});
		expect(signal.listeners.size).toBe(0);
	});
});

describe('until', () => {
	test('asks the condition on every event and unsubscribes', async () => {
		const source = event();
		let count = 0;
		const waiting = until(source.subscribe, () => ++count > 2, { milliseconds: 1000, signal: cancellation() });
		source.fire();
		source.fire();
		expect(await waiting).toBe(true);
		expect(source.listeners.size).toBe(0);
	});

	test('does not subscribe when it is so already, and gives up in time', async () => {
		const source = event();
		const subscribe = vi.fn(source.subscribe);
		expect(await until(subscribe, () => true, { milliseconds: 0, signal: cancellation() })).toBe(true);
		expect(subscribe).not.toHaveBeenCalled();
		expect(await until(subscribe, () => false, { milliseconds: 5, signal: cancellation() })).toBe(false);
		expect(source.listeners.size).toBe(0);
	});
});

test('several waits share one clock', async () => {
	const timeLimit = startTimeLimit(20, cancellation());
	await new Promise(resolve => setTimeout(resolve, 30));
	expect(timeLimit.left().milliseconds).toBeLessThanOrEqual(0);
});
