import { createCancellation, NEVER_CANCELLED } from '@hawser/core/waiting/cancellation-source.ts';
import { expect, test } from 'vitest';
import type { DatabaseAddress } from '../../src/discovery/found-database.ts';
import { createOpenTunnels } from '../../src/tunnel/open-tunnels.ts';
import type { openTunnel, Tunnel } from '../../src/tunnel/ssh-tunnel.ts';

const ADDRESS: DatabaseAddress = { engine: 'postgres', ssh: { host: 'bastion' } };
const TUNNEL: Tunnel = { port: 4711, onEnded: () => undefined, close: () => undefined };

/** Tunnels that open when the test says so, or fail when they are cancelled. */
function slowTunnels() {
	const opened: (() => void)[] = [];
	const open: typeof openTunnel = (_address, _ssh, signal) =>
		new Promise((resolve, reject) => {
			opened.push(() => resolve(TUNNEL));
			signal.onCancelled(() => reject(new Error('cancelled')));
		});
	return { opened, tunnels: createOpenTunnels(open) };
}

test('a caller who goes leaves the tunnel to the others who wait for it', async () => {
	const { opened, tunnels } = slowTunnels();
	const first = createCancellation();
	const gone = expect(tunnels.reach(ADDRESS, first)).rejects.toMatchObject({ code: 'E_CANCELLED' });
	const other = tunnels.reach(ADDRESS, NEVER_CANCELLED);
	first.cancel();
	await gone;
	opened[0]?.();
	expect(await other).toMatchObject({ tunnelPort: 4711 });
	expect(opened).toHaveLength(1);
	tunnels.dispose();
});

test('a caller who had gone before opens no tunnel', async () => {
	const { opened, tunnels } = slowTunnels();
	const gone = createCancellation();
	gone.cancel();
	await expect(tunnels.reach(ADDRESS, gone)).rejects.toMatchObject({ code: 'E_CANCELLED' });
	expect(opened).toEqual([]);
});
