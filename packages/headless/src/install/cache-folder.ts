import { randomBytes } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import { homedir, hostname } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { isProcessAlive } from '@hawser/node/process-alive.ts';
import { sleep } from '@hawser/node/sleep.ts';

const DAY_MS = 24 * 60 * 60_000;
const WAIT_FOR_OTHERS_MS = 10 * 60_000;

/** The folder for installed programs. It is never inside node_modules, which `npm ci` empties. */
export function cacheFolder(environment: NodeJS.ProcessEnv = process.env): string {
	const { HAWSER_EDITOR_CACHE: own, XDG_CACHE_HOME: xdg } = environment;
	// An empty variable counts as absent, as the XDG rules say.
	const [folder = join(homedir(), '.cache', 'hawser-headless')] = [own, xdg && join(xdg, 'hawser-headless')].filter(
		path => path !== undefined && path !== '',
	);
	return folder;
}

export interface BuildName {
	host: string;
	pid: number;
	/** Sorts builds by when they began; the random end keeps two threads of one process apart. */
	order: string;
}

/** Private build folders carry host and process, so that anyone can tell whether the builder still lives. */
export function buildFolderName(target: string, { host, pid, order }: BuildName = newBuild()): string {
	return `${basename(target)}.build-${host}-${pid}-${order}`;
}

export function parseBuildFolderName(target: string, name: string): BuildName | undefined {
	const prefix = `${basename(target)}.build-`;
	const match = name.startsWith(prefix) ? /^(.+)-(\d+)-(\d{13}_[0-9a-f]{8})$/.exec(name.slice(prefix.length)) : null;
	const [, host, pid, order] = match ?? [];
	return host && pid && order ? { host, pid: Number(pid), order } : undefined;
}

function newBuild(): BuildName {
	return { host: thisHost(), pid: process.pid, order: `${Date.now()}_${randomBytes(4).toString('hex')}` };
}

/** Containers that share a cache have process ids of their own but different host names. */
function thisHost(): string {
	return hostname().replaceAll(/[^\w.]/g, '_');
}

/**
 * Makes sure that `target` exists, built completely by `build`. The work happens in a folder beside it which is renamed
 * at the end, so a half install is never seen. Of several processes that start at once, one builds and the others wait.
 */
export async function installOnce(
	target: string,
	build: (folder: string) => Promise<void>,
	onWait: () => void = () => undefined,
): Promise<{ cached: boolean }> {
	if (await exists(target)) {
		return { cached: true };
	}
	const parent = dirname(target);
	await mkdir(parent, { recursive: true });
	await removeLeftovers(target);

	const self = newBuild();
	const own = buildFolderName(target, self);
	await mkdir(join(parent, own));
	try {
		await waitForEarlierBuilds(target, self, onWait);
		if (await exists(target)) {
			return { cached: true };
		}
		await build(join(parent, own));
		await rename(join(parent, own), target);
		return { cached: false };
	} catch (cause) {
		// Another process, perhaps on another machine, was first: its result is as good as ours.
		if (await exists(target)) {
			return { cached: true };
		}
		throw cause;
	} finally {
		await rm(join(parent, own), { recursive: true, force: true, maxRetries: 3 });
	}
}

/** Removes what dead processes of this machine left, and what nobody has touched for a day. */
export async function removeLeftovers(target: string): Promise<string[]> {
	const removed: string[] = [];
	for (const { name, builder } of await buildsOf(target)) {
		const folder = join(dirname(target), name);
		const here = builder.host === thisHost();
		const modified = await stat(folder).then(
			({ mtimeMs }) => mtimeMs,
			() => 0,
		);
		if (here ? !isProcessAlive(builder.pid) : Date.now() - modified > DAY_MS) {
			await rm(folder, { recursive: true, force: true, maxRetries: 3 });
			removed.push(name);
		}
	}
	return removed;
}

/** Only ever waits for builds that began earlier, so two that start together cannot wait for each other. */
async function waitForEarlierBuilds(target: string, self: BuildName, onWait: () => void): Promise<void> {
	let waiting = false;
	const deadline = Date.now() + WAIT_FOR_OTHERS_MS;
	while (Date.now() < deadline && !(await exists(target))) {
		await removeLeftovers(target);
		const others = await buildsOf(target);
		if (!others.some(({ builder }) => builder.order < self.order)) {
			return;
		}
		if (!waiting) {
			waiting = true;
			onWait();
		}
		await sleep(250);
	}
}

async function buildsOf(target: string) {
	const names = await readdir(dirname(target));
	return names.flatMap(name => {
		const builder = parseBuildFolderName(target, name);
		return builder ? [{ name, builder }] : [];
	});
}

async function exists(path: string): Promise<boolean> {
	return stat(path).then(
		() => true,
		() => false,
	);
}
