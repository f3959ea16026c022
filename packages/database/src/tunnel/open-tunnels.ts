import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { NEVER_CANCELLED } from '@hawser/core/waiting/cancellation-source.ts';
import { resultWithin, throwIfCancelled } from '@hawser/node/deadlines.ts';
import type { DatabaseAddress } from '../discovery/found-database.ts';
import { openTunnel, type Tunnel } from './ssh-tunnel.ts';

export interface OpenTunnels {
	/** The address to connect to: the same, or with this machine's end of a tunnel. Every question asks anew and keeps it open. */
	reach<Address extends DatabaseAddress>(address: Address, signal: Cancellation): Promise<Address>;
	dispose(): void;
}

/** Longer than any question takes, so that no tunnel ends below one. */
const IDLE = 150_000;

/** One tunnel per database, ended when nobody has asked for a while. */
export function createOpenTunnels(open = openTunnel): OpenTunnels {
	const tunnels = new Map<string, { tunnel: Promise<Tunnel>; timer: NodeJS.Timeout }>();

	const start = (key: string, tunnel: Promise<Tunnel>) => {
		const end = () => void tunnel.then(({ close }) => close()).catch(() => undefined);
		const timer = setTimeout(end, IDLE);
		timer.unref();
		const forget = () => {
			clearTimeout(timer);
			tunnels.delete(key);
		};
		tunnel.then(({ onEnded }) => onEnded(forget)).catch(forget);
		tunnels.set(key, { tunnel, timer });
		return tunnel;
	};

	return {
		async reach(address, signal) {
			throwIfCancelled(signal);
			const { ssh, host, port, engine } = address;
			if (!ssh) {
				return address;
			}
			const key = JSON.stringify([engine, host, port, ssh]);
			const known = tunnels.get(key);
			known?.timer.refresh();
			// Others may wait for the same tunnel, so whoever goes leaves it alone; ssh has a limit of its own.
			const opening = known?.tunnel ?? start(key, open(address, ssh, NEVER_CANCELLED));
			const tunnel = await resultWithin(opening, { milliseconds: IDLE, signal });
			if (!tunnel) {
				throw new ToolError('E_DATABASE_UNREACHABLE', `SSH to ${ssh.host} gave no answer.`);
			}
			return { ...address, tunnelPort: tunnel.port };
		},
		dispose() {
			for (const { tunnel, timer } of tunnels.values()) {
				clearTimeout(timer);
				tunnel.then(({ close }) => close()).catch(() => undefined);
			}
			tunnels.clear();
		},
	};
}
