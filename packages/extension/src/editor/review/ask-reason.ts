import { limited, resultWithin, type TimeLimit } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';

const REASON_LIMIT = 60_000;
const REASON_LENGTH = 1000;

/** Asks the user who rejects a change for their reason. Enter sends it, Escape and a click elsewhere leave it out. */
export async function askReason(timeLimit: TimeLimit): Promise<string | undefined> {
	const source = new vscode.CancellationTokenSource();
	try {
		const box = vscode.window.showInputBox(
			{ title: vscode.l10n.t('Proposal rejected'), prompt: vscode.l10n.t('Tell the agent why (optional).') },
			source.token,
		);
		const reason = (await resultWithin(box, limited(timeLimit, REASON_LIMIT)))?.trim() ?? '';
		return reason === '' ? undefined : reason.slice(0, REASON_LENGTH);
	} finally {
		source.cancel();
		source.dispose();
	}
}
