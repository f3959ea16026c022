import { stat } from 'node:fs/promises';
import { isAbsolute } from 'node:path';
import { INVALID_PARAMS } from '@hawser/core/contract/mcp-protocol.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { type CancellationSource, createCancellation } from '@hawser/core/waiting/cancellation-source.ts';
import * as vscode from 'vscode';
import type { Proposals } from '../../editor/workbench/proposals.ts';
import { asProposed } from './as-proposed.ts';
import { RpcError } from './json-rpc.ts';

/** A change that an agent is about to make itself and asks the user about. */
export interface AskedDiff {
	/** The name by which the agent will speak of it again. */
	key: string;
	path: string;
	proposed: string;
	/** The agent, for the title. */
	agent: string;
	/** Where the protocol has no way to give the user's own changes back. */
	readonly?: boolean;
}

/** `text`: as the user has left it. A closed comparison is a no; `withdrawn`: the agent does not want to know any more. */
export type DiffAnswer = { answer: 'accepted'; text: string } | { answer: 'rejected' | 'withdrawn' };

/** The comparisons of one connection. The user answers in the title bar, as with every proposal. */
export interface ShownDiffs {
	/** Stands until the user answers or the agent takes it back. */
	ask(diff: AskedDiff, signal: Cancellation): Promise<DiffAnswer>;
	/** Takes one back; false when it is not there. Resolves when it is gone from the screen, with the text that it had. */
	withdraw(key: string): Promise<{ text: string } | undefined>;
	/** Takes all back; their number. */
	withdrawAll(): Promise<number>;
}

interface Standing {
	cancellation: CancellationSource;
	/** The text as it stood at the end. */
	gone: Promise<string>;
}

/** A day: longer than anybody leaves a question open, and a timer can count it. */
const PATIENCE = 24 * 60 * 60_000;

export function createShownDiffs(proposals: Pick<Proposals, 'propose'>): ShownDiffs {
	const standing = new Map<string, Standing>();

	async function withdraw(key: string): Promise<{ text: string } | undefined> {
		const found = standing.get(key);
		if (!found) {
			return undefined;
		}
		standing.delete(key);
		found.cancellation.cancel();
		return { text: await found.gone };
	}

	return {
		async ask({ key, path, proposed, agent, readonly }, signal) {
			if (!isAbsolute(path)) {
				throw new RpcError(INVALID_PARAMS, `"${path}" is not an absolute path.`);
			}
			await withdraw(key);
			const cancellation = createCancellation();
			const stopListening = signal.onCancelled(() => cancellation.cancel());
			let gone: (text: string) => void = () => undefined;
			const own: Standing = { cancellation, gone: new Promise(resolve => (gone = resolve)) };
			standing.set(key, own);
			const uri = vscode.Uri.file(path);
			const name = vscode.workspace.asRelativePath(uri);
			let last = proposed;
			try {
				const { decision } = await proposals.propose(
					{
						file: (await isFile(path)) ? uri : undefined,
						name,
						proposed,
						title: vscode.l10n.t('{0} (a change of {1})', name, agent),
						readonly: readonly ?? false,
						withoutReason: true,
						left: text => (last = text),
					},
					{ milliseconds: PATIENCE, waiting: () => undefined, signal: cancellation },
				);
				last = asProposed(last, proposed);
				return decision === 'accepted' ? { answer: 'accepted', text: last } : { answer: 'rejected' };
			} catch (cause) {
				if (cancellation.cancelled) {
					return { answer: 'withdrawn' };
				}
				throw cause;
			} finally {
				stopListening();
				if (standing.get(key) === own) {
					standing.delete(key);
				}
				gone(asProposed(last, proposed));
			}
		},
		withdraw,
		async withdrawAll() {
			const withdrawn = await Promise.all([...standing.keys()].map(withdraw));
			return withdrawn.filter(one => one !== undefined).length;
		},
	};
}

async function isFile(path: string): Promise<boolean> {
	try {
		return (await stat(path)).isFile();
	} catch {
		return false;
	}
}
