import type { Server } from 'node:http';
import { join } from 'node:path';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import { type JsonMapFile, jsonMapFile } from '@hawser/node/json-map-file.ts';
import { listenOnLoopback } from './listen-on-loopback.ts';
import type { PortPolicy } from './port-policy.ts';

const FIRST_AUTOMATIC_PORT = 50_001;
const LAST_PORT = 65_535;
const MAX_SYSTEM_CHOICES = 50;

export interface PortRequest {
	/** Must exist: see ensureHome. */
	home: string;
	policy: PortPolicy;
	/** Under what the port is remembered; a window without a folder remembers nothing. */
	projectRoot: string | undefined;
}

/**
 * Lets the server listen on the loopback addresses on a port that the policy allows, and remembers it for the project. The port is bound
 * first and written afterwards: asking whether a port is free and then taking it would give it to two windows.
 */
export async function assignPort(server: Server, { home, policy, projectRoot }: PortRequest): Promise<number> {
	const memory = rememberedPorts(home);
	const port = await listenOnFirstFree(server, candidates(policy, memory.read(), projectRoot));
	if (port === undefined) {
		throw new ToolError('E_PORT_TAKEN', explainTaken(policy));
	}
	if (projectRoot !== undefined) {
		await memory.change(ports => {
			const changed = ports.get(projectRoot) !== port;
			ports.set(projectRoot, port);
			return changed;
		});
	}
	return port;
}

/** The ports that projects had last, by project root. A port in it says nothing about whether a window is open. */
export function rememberedPorts(home: string): JsonMapFile<number> {
	return jsonMapFile(join(home, 'ports.json'), isRememberedPort);
}

function isRememberedPort(value: unknown): value is number {
	return typeof value === 'number' && Number.isInteger(value) && value >= 1 && value <= LAST_PORT;
}

/** In the order to try; ports that other projects had come last, so that each project finds its own again. */
export function* candidates(
	policy: PortPolicy,
	remembered: ReadonlyMap<string, number>,
	projectRoot: string | undefined,
): Generator<number> {
	if (policy.kind === 'system') {
		// What the system chooses for one address may be taken on the other.
		yield* Array.from({ length: MAX_SYSTEM_CHOICES }, () => 0);
		return;
	}
	if (policy.kind === 'fixed') {
		yield policy.port;
		return;
	}
	const { first, last } = policy.kind === 'range' ? policy : { first: FIRST_AUTOMATIC_PORT, last: LAST_PORT };
	const own = projectRoot === undefined ? undefined : remembered.get(projectRoot);
	if (own !== undefined && (policy.kind === 'auto' || (own >= first && own <= last))) {
		yield own;
	}
	const ofOthers = new Set(remembered.values());
	for (let port = first; port <= last; port++) {
		if (port !== own && !ofOthers.has(port)) {
			yield port;
		}
	}
	for (let port = first; port <= last; port++) {
		if (port !== own && ofOthers.has(port)) {
			yield port;
		}
	}
}

async function listenOnFirstFree(server: Server, ports: Iterable<number>): Promise<number | undefined> {
	for (const port of ports) {
		const bound = await listenOnLoopback(server, port);
		if (bound !== undefined) {
			return bound;
		}
	}
	return undefined;
}

function explainTaken(policy: PortPolicy): string {
	if (policy.kind === 'fixed') {
		return `Port ${policy.port}, which the setting hawser.port asks for, is taken by another program.`;
	}
	const range = policy.kind === 'range' ? `${policy.first}-${policy.last}` : `${FIRST_AUTOMATIC_PORT}-${LAST_PORT}`;
	return `Every port of ${range} is taken.`;
}
