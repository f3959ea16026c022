import { createCancellation, NEVER_CANCELLED } from '@hawser/core/waiting/cancellation-source.ts';
import { expect, test } from 'vitest';
import type { Uri } from 'vscode';
import { createFileLocks } from '../../../src/editor/documents/file-locks.ts';

const uri = (name: string) => ({ toString: () => name }) as Uri;

test('changes of one file come one after the other, in the order in which they were asked for', async () => {
	const locks = createFileLocks();
	const events: string[] = [];
	const work = (name: string, files: string[]) =>
		locks.hold(files.map(uri), NEVER_CANCELLED, async () => {
			events.push(`${name} starts`);
			await new Promise(resolve => setImmediate(resolve));
			events.push(`${name} ends`);
		});
	await Promise.all([work('first', ['a', 'b']), work('second', ['b', 'c']), work('third', ['c', 'a'])]);
	expect(events).toEqual(['first', 'second', 'third'].flatMap(name => [`${name} starts`, `${name} ends`]));
});

test('changes of different files do not wait for each other', async () => {
	const locks = createFileLocks();
	const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
	const first = locks.hold([uri('a')], NEVER_CANCELLED, () => held);
	await locks.hold([uri('b')], NEVER_CANCELLED, () => Promise.resolve());
	release(undefined);
	await first;
});

test('a failed change and a cancelled wait let the next one through', async () => {
	const locks = createFileLocks();
	const cancellation = createCancellation();
	const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
	const first = locks.hold([uri('a')], NEVER_CANCELLED, () => held);
	const second = locks.hold([uri('a')], cancellation, () => Promise.resolve('never'));
	const third = locks.hold([uri('a')], NEVER_CANCELLED, () => Promise.reject(new Error('failed')));
	const fourth = locks.hold([uri('a')], NEVER_CANCELLED, () => Promise.resolve('done'));
	cancellation.cancel();
	await expect(second).rejects.toMatchObject({ code: 'E_CANCELLED' });
	release(undefined);
	await first;
	await expect(third).rejects.toThrow('failed');
	await expect(fourth).resolves.toBe('done');
});

test('a call that was cancelled while it waited does not let the next one in before its time', async () => {
	const locks = createFileLocks();
	const cancellation = createCancellation();
	const { promise: held, resolve: release } = Promise.withResolvers<undefined>();
	const events: string[] = [];
	const first = locks.hold([uri('a')], NEVER_CANCELLED, () => held.then(() => events.push('first')));
	const second = locks.hold([uri('a')], cancellation, () => Promise.resolve());
	cancellation.cancel();
	await expect(second).rejects.toMatchObject({ code: 'E_CANCELLED' });
	const third = locks.hold([uri('a')], NEVER_CANCELLED, () => Promise.resolve(events.push('third')));
	release(undefined);
	await Promise.all([first, third]);
	expect(events).toEqual(['first', 'third']);
});
