import { expect, test } from 'vitest';
import { createCancellation, NEVER_CANCELLED } from '../../src/waiting/cancellation-source.ts';
import { runWithin } from '../../src/waiting/deadline.ts';

function deadline(expired: () => string = () => 'expired') {
	let ring = (): void => undefined;
	let running = 0;
	return {
		ring: () => ring(),
		running: () => running,
		value: {
			milliseconds: 5,
			startTimer: (_milliseconds: number, callback: () => void) => {
				running++;
				ring = callback;
				return () => {
					running--;
				};
			},
			expired,
			cancelled: () => new Error('cancelled'),
		},
	};
}

const forEver = () => new Promise<string>(() => undefined);

test('work that ends first gives its value or its failure, and no timer stays', async () => {
	const { value, running } = deadline();
	expect(await runWithin(value, NEVER_CANCELLED, () => Promise.resolve('done'))).toBe('done');
	await expect(runWithin<string>(value, NEVER_CANCELLED, () => Promise.reject(new Error('failed')))).rejects.toThrow(
		'failed',
	);
	expect(running()).toBe(0);
});

test('a time-out gives the prepared answer, and the work is told', async () => {
	const { value, ring, running } = deadline();
	let told = false;
	const answer = runWithin(value, NEVER_CANCELLED, signal => {
		signal.onCancelled(() => (told = true));
		return forEver();
	});
	ring();
	expect(await answer).toBe('expired');
	expect(told).toBe(true);
	expect(running()).toBe(0);
	const failing = deadline(() => {
		throw new Error('too late');
	});
	const late = runWithin(failing.value, NEVER_CANCELLED, forEver);
	failing.ring();
	await expect(late).rejects.toThrow('too late');
});

test('a caller who cancels first gets the error, and the work is told', async () => {
	const { value, running } = deadline();
	const source = createCancellation();
	let told = false;
	const answer = runWithin(value, source, signal => {
		signal.onCancelled(() => (told = true));
		return forEver();
	});
	source.cancel();
	await expect(answer).rejects.toThrow('cancelled');
	expect(told).toBe(true);
	expect(running()).toBe(0);
});

test('a caller who had cancelled before gets the error, and the work does not begin', async () => {
	const { value } = deadline();
	const source = createCancellation();
	source.cancel();
	let begun = false;
	const answer = runWithin(value, source, () => {
		begun = true;
		return forEver();
	});
	await expect(answer).rejects.toThrow('cancelled');
	expect(begun).toBe(false);
});

test('work that throws at once fails as work that rejects', async () => {
	const { value, running } = deadline();
	const work = () => {
		throw new Error('at once');
	};
	await expect(runWithin<string>(value, NEVER_CANCELLED, work)).rejects.toThrow('at once');
	expect(running()).toBe(0);
});
