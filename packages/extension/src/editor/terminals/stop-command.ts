import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { NEVER_CANCELLED } from '@hawser/core/waiting/cancellation-source.ts';
import type * as vscode from 'vscode';
import type { CommandRecord } from './command-record.ts';

const GRACE = { interrupt: 3000, terminate: 1500, kill: 3000 };
/** How often Ctrl+C is pressed for a command that nobody waits for any more. */
const PRESSES = 3;

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
	pressInterrupt(own.terminal);
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

/**
 * Ctrl+C for a command whose agent has gone, pressed again while it runs on: a shell forgets an interrupt when the program that it waits
 * for happens to end by itself at that moment, and nobody is left to notice.
 */
export async function abandonCommand(terminal: vscode.Terminal, record: CommandRecord): Promise<void> {
	for (let pressed = 0; record.running && pressed < PRESSES; pressed += 1) {
		pressInterrupt(terminal);
		await record.untilEnded(GRACE.interrupt, NEVER_CANCELLED);
	}
}

function pressInterrupt(terminal: vscode.Terminal): void {
	terminal.sendText('\u0003', false);
}
