import { expect, test, vi } from 'vitest';
import { createCancellation, NEVER_CANCELLED } from '../../src/waiting/cancellation-source.ts';

test('a cancellation tells every listener once, and late ones at once', () => {
	const source = createCancellation();
	const [early, late] = [vi.fn(), vi.fn()];
	source.onCancelled(early);
	expect(source.cancelled).toBe(false);
	source.cancel();
	source.cancel();
	source.onCancelled(late);
	expect(source.cancelled).toBe(true);
	expect(early).toHaveBeenCalledOnce();
	expect(late).toHaveBeenCalledOnce();
});

test('a listener that was removed is not told, though it was registered twice', () => {
	const source = createCancellation();
	const listener = vi.fn();
	const remove = source.onCancelled(listener);
	source.onCancelled(listener);
	remove();
	source.cancel();
	expect(listener).toHaveBeenCalledOnce();
});

test('what can never be cancelled keeps no listeners', () => {
	expect(NEVER_CANCELLED.onCancelled(() => undefined)).toBeTypeOf('function');
	expect(NEVER_CANCELLED.cancelled).toBe(false);
});
