import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import type * as vscode from 'vscode';
import type { CommandRecord } from './command-record.ts';

const GRACE = { interrupt: 3000, terminate: 1500, kill: 3000 };

interface Target {
	own: { terminal: vscode.Terminal };
	record: CommandRecord;
	group?: number;
}

/** Ctrl+C, as a user would press; and if it must be, what nobody can ignore. */
export async function stopCommand(
	{ own, record, group }: Target,
	action: 'interrupt' | 'kill',
	signal: Cancellation,
): Promise<void> {
	own.terminal.sendText('\u0003', false);
	await record.untilEnded(GRACE.interrupt, signal);
	if (action === 'interrupt' || group === undefined) {
		return;
	}
	for (const [name, grace] of [
		['SIGTERM', GRACE.terminate],
		['SIGKILL', GRACE.kill],
	] as const) {
		if (!record.running) {
			return;
		}
		try {
			process.kill(-group, name);
		} catch {
			// Nobody is left in the group.
		}
		await record.untilEnded(grace, signal);
	}
}
