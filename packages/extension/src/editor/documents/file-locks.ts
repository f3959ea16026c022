import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import type * as vscode from 'vscode';

/** Agents that change the same file take turns. The user is not kept from typing. */
export interface FileLocks {
	hold<T>(files: readonly vscode.Uri[], signal: Cancellation, action: () => Promise<T>): Promise<T>;
}

export function createFileLocks(): FileLocks {
	/** Maps each file to a promise that ends when the last call in its queue is done. */
	const tails = new Map<string, Promise<void>>();
	return {
		async hold(files, signal, action) {
			const keys = [...new Set(files.map(uri => uri.toString()))];
			const before = keys.flatMap(key => tails.get(key) ?? []);
			let release: (() => void) | undefined;
			const held = new Promise<void>(resolve => {
				release = resolve;
			});
			// All queues are joined in one step, so that two calls can never wait for each other.
			const mine = Promise.all([...before, held]).then(() => undefined);
			for (const key of keys) {
				tails.set(key, mine);
			}
			// The end of this call is not enough: it may have been cancelled while the one before it still works.
			void mine.then(() => forget(keys, mine));
			try {
				await turn(before, signal);
				return await action();
			} finally {
				release?.();
			}
		},
	};

	function forget(keys: readonly string[], tail: Promise<void>): void {
		for (const key of keys) {
			if (tails.get(key) === tail) {
				tails.delete(key);
			}
		}
	}
}

function turn(before: readonly Promise<void>[], signal: Cancellation): Promise<void> {
	return new Promise((resolve, reject) => {
		const stopListening = signal.onCancelled(() =>
			reject(new ToolError('E_CANCELLED', 'The call was cancelled while it waited for the file.')),
		);
		void Promise.all(before).then(() => {
			stopListening();
			resolve();
		});
	});
}
