import { createCancellation, NEVER_CANCELLED } from '@hawser/core/waiting/cancellation-source.ts';
import { expect, test } from 'vitest';
import { eventually } from '../../../../tests/support/eventually.ts';
import { createPool } from '../../src/engines/pool.ts';

function countedPool({ size = 2, idle = 10_000, fails }: { size?: number; idle?: number; fails?: () => boolean } = {}) {
	const open = new Set<{ broken: boolean; close(): Promise<void> }>();
	let opened = 0;
	const pool = createPool({
		size,
		idle,
		open: () => {
			if (fails?.()) {
				return Promise.reject(new Error('refused'));
			}
			opened++;
			const connection = {
				broken: false,
				close: () => {
					open.delete(connection);
					return Promise.resolve();
				},
			};
			open.add(connection);
			return Promise.resolve(connection);
		},
	});
	return { pool, open, opened: () => opened };
}

test('a connection that was given back is used again', async () => {
	const { pool, opened } = countedPool();
	const first = await pool.lease(NEVER_CANCELLED);
	expect(first.reused).toBe(false);
	first.giveBack();
	first.giveBack();
	expect((await pool.lease(NEVER_CANCELLED)).reused).toBe(true);
	expect(opened()).toBe(1);
});

test('who comes when all are taken waits for his turn', async () => {
	const { pool, open } = countedPool({ size: 2 });
	const [first, second] = [await pool.lease(NEVER_CANCELLED), await pool.lease(NEVER_CANCELLED)];
	const order: string[] = [];
	const inTurn = async (name: string) => {
		const lease = await pool.lease(NEVER_CANCELLED);
		order.push(name);
		return lease;
	};
	const third = inTurn('third');
	const fourth = inTurn('fourth');
	first.giveBack();
	(await third).giveBack();
	second.giveBack();
	await fourth;
	expect(order).toEqual(['third', 'fourth']);
	expect(open.size).toBe(2);
});

test('who gives up waiting leaves the queue', async () => {
	const { pool } = countedPool({ size: 1 });
	const held = await pool.lease(NEVER_CANCELLED);
	const source = createCancellation();
	const waiting = pool.lease(source);
	source.cancel();
	await expect(waiting).rejects.toMatchObject({ code: 'E_CANCELLED' });
	held.giveBack();
	expect((await pool.lease(NEVER_CANCELLED)).reused).toBe(true);
});

test('a broken connection is not handed out, and its place is free', async () => {
	const { pool, opened } = countedPool({ size: 1 });
	const first = await pool.lease(NEVER_CANCELLED);
	first.connection.broken = true;
	first.giveBack();
	expect((await pool.lease(NEVER_CANCELLED)).reused).toBe(false);
	expect(opened()).toBe(2);
});

test('a failure to open costs no place', async () => {
	let fails = true;
	const { pool } = countedPool({ size: 1, fails: () => fails });
	await expect(pool.lease(NEVER_CANCELLED)).rejects.toThrow('refused');
	fails = false;
	expect((await pool.lease(NEVER_CANCELLED)).reused).toBe(false);
});

test('what is idle is closed, and closing the pool closes all', async () => {
	const { pool, open } = countedPool({ idle: 5 });
	(await pool.lease(NEVER_CANCELLED)).giveBack();
	await eventually(() => expect(open.size).toBe(0));
	const leased = await pool.lease(NEVER_CANCELLED);
	await pool.close();
	expect(open.size).toBe(0);
	leased.giveBack();
	expect(open.size).toBe(0);
});
