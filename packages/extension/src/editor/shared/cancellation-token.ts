import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { throwIfCancelled } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';

/** Runs with a vscode token that follows the signal; nothing stays registered afterwards. */
export async function withToken<T>(
	signal: Cancellation,
	run: (token: vscode.CancellationToken) => PromiseLike<T>,
): Promise<T> {
	throwIfCancelled(signal);
	const source = new vscode.CancellationTokenSource();
	const remove = signal.onCancelled(() => source.cancel());
	try {
		return await run(source.token);
	} finally {
		remove();
		source.dispose();
	}
}
