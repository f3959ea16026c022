import { expect, test } from 'vitest';
import { abortSignalOf, cancellationOf, cancellationSource } from '../src/abort-cancellation.ts';

test('a cancellation follows its signal', () => {
	const controller = new AbortController();
	const cancellation = cancellationOf(controller.signal);
	const heard: string[] = [];
	const stop = cancellation.onCancelled(() => heard.push('stopped'));
	cancellation.onCancelled(() => heard.push('kept'));
	stop();
	expect(cancellation.cancelled).toBe(false);
	controller.abort();
	expect(cancellation.cancelled).toBe(true);
	cancellation.onCancelled(() => heard.push('late'));
	expect(heard).toEqual(['kept', 'late']);
});

test('a signal follows its cancellation', () => {
	const source = cancellationSource();
	const signal = abortSignalOf(source);
	expect(signal.aborted).toBe(false);
	source.cancel();
	expect(signal.aborted).toBe(true);
	expect(abortSignalOf(source).aborted).toBe(true);
});

test('a source calls each listener once', () => {
	const source = cancellationSource();
	let calls = 0;
	const count = () => {
		calls++;
	};
	source.onCancelled(count);
	const stop = source.onCancelled(count);
	source.onCancelled(count);
	stop();
	source.cancel();
	source.cancel();
	source.onCancelled(count);
	expect(calls).toBe(3);
});
