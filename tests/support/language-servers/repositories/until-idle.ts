import { readFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { listProcesses, withDescendants } from '@hawser/headless/shared/processes.ts';
import type { EditorWindow } from '@hawser/headless/window.ts';

const LOOK_MS = 4000;
/** A server that works uses a good part of a core also on a machine that others use. */
const BUSY_TICKS_PER_SECOND = 12;
const QUIET_MS = Number(process.env['HAWSER_IDLE_SECONDS'] ?? 20) * 1000;
/** It only ends a hang. */
const LIMIT_MS = 1_200_000;

/**
 * Waits until the processes below the extension host have done next to nothing for a while, and what the server answers is the same
 * before and after: then it has nothing left to learn, and what it says is the truth as far as it can know it.
 */
export async function untilIdle<Truth>(
	window: EditorWindow,
	look: () => Promise<Truth>,
	quiet = QUIET_MS,
): Promise<Truth> {
	const giveUpAt = Date.now() + LIMIT_MS;
	await untilQuiet(window, quiet, giveUpAt);
	for (let truth = await look(); ; ) {
		await untilQuiet(window, LOOK_MS, giveUpAt);
		const again = await look();
		if (JSON.stringify(again) === JSON.stringify(truth)) {
			return again;
		}
		truth = again;
		await untilQuiet(window, quiet, giveUpAt);
	}
}

async function untilQuiet(window: EditorWindow, quiet: number, giveUpAt: number): Promise<void> {
	let before = await ticksBelow(window);
	for (let quietFor = 0; quietFor < quiet; ) {
		if (Date.now() > giveUpAt) {
			throw new Error('The language server never came to rest.');
		}
		await sleep(LOOK_MS);
		const now = await ticksBelow(window);
		const spent = [...now].reduce((sum, [pid, ticks]) => sum + ticks - (before.get(pid) ?? 0), 0);
		quietFor = spent > (BUSY_TICKS_PER_SECOND * LOOK_MS) / 1000 ? 0 : quietFor + LOOK_MS;
		before = now;
	}
}

/** Processor time by process, in hundredths of a second; nothing where the system does not show it in files. */
async function ticksBelow(window: EditorWindow): Promise<ReadonlyMap<number, number>> {
	if (process.platform !== 'linux') {
		return new Map();
	}
	const host = await window.extensionHostPid();
	const below = withDescendants(await listProcesses(), [host]).filter(({ pid }) => pid !== host);
	const times = await Promise.all(
		below.map(async ({ pid }) => {
			const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
			const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
			return [pid, Number(fields[11] ?? 0) + Number(fields[12] ?? 0)] as const;
		}),
	);
	return new Map(times);
}
