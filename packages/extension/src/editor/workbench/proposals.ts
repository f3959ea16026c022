import { basename } from 'node:path';
import type { Verdict } from '@hawser/core/ports/editor.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { resultWithin, startTimeLimit } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import { askReason } from '../review/ask-reason.ts';
import type { DiffTab, DiffTabs } from '../review/diff-tabs.ts';

/** Shows proposed texts beside the files they are meant for, and waits for the user's verdict. */
export interface Proposals extends vscode.Disposable {
	propose(
		shown: ShownProposal,
		timeLimit: { milliseconds: number; waiting: () => void; signal: Cancellation },
	): Promise<Verdict>;
}

export interface ShownProposal {
	/** The file as it is; undefined for one that does not exist. */
	file: vscode.Uri | undefined;
	/** The name by which the user knows the file. */
	name: string;
	proposed: string;
	title: string | undefined;
	/** For an agent that cannot be told of the user's own changes. */
	readonly?: boolean;
	/** For an agent that cannot be told why the user said no. */
	withoutReason?: boolean;
	/** Told the proposed text as it stands when the comparison goes, whatever the reason. */
	left?: (text: string) => void;
}

type Decision = Verdict['decision'];

/** The command behind the item in the status bar. */
const SHOW = '_hawser.showProposal';

/** An agent is told this often that the user is still thinking, because clients give up on a silent call. */
const STILL_WAITING = 10_000;

export function createProposals(diffTabs: DiffTabs): Proposals {
	const open = new Set<DiffTab>();
	const status = vscode.window.createStatusBarItem('hawser.proposals', vscode.StatusBarAlignment.Left, -100);
	status.command = SHOW;
	status.backgroundColor = new vscode.ThemeColor('statusBarItem.warningBackground');
	const registrations = vscode.Disposable.from(
		vscode.commands.registerCommand(SHOW, () => [...open].at(-1)?.show({ preview: false })),
		status,
	);

	function showStatus(): void {
		if (open.size === 0) {
			status.hide();
			return;
		}
		const text =
			open.size === 1
				? vscode.l10n.t('An agent proposes a change: accept or reject in the title bar')
				: vscode.l10n.t('Agents propose {0} changes: accept or reject in the title bar', open.size);
		status.name = vscode.l10n.t('Hawser: Proposals');
		status.tooltip = vscode.l10n.t('Show the proposal');
		status.text = `$(diff) ${text}`;
		status.show();
	}

	return {
		async propose(shown, { milliseconds, waiting, signal }) {
			const { file, name, proposed, title: given, readonly = false, withoutReason = false, left } = shown;
			const timeLimit = startTimeLimit(milliseconds, signal);
			let decide: (decision: Decision) => void = () => undefined;
			const decided = new Promise<Decision>(resolve => (decide = resolve));
			const title = given ?? vscode.l10n.t('{0} (proposed by an agent)', basename(name));
			const tab = diffTabs.add({ present: file ?? '', name, proposed, title, readonly }, decision => decide(decision));
			open.add(tab);
			const reminder = setInterval(waiting, STILL_WAITING);
			showStatus();
			try {
				waiting();
				// The user may be typing: what they type must not go into the proposal.
				await tab.show({ preview: false, preserveFocus: true });
				const decision = (await resultWithin(decided, timeLimit.left())) ?? 'no_answer';
				const text = tab.text();
				const reason =
					decision === 'rejected' && !withoutReason
						? await askReason({ milliseconds: Number.POSITIVE_INFINITY, signal })
						: undefined;
				return { decision, text, ...(reason !== undefined && { reason }) };
			} finally {
				clearInterval(reminder);
				open.delete(tab);
				showStatus();
				left?.(tab.text());
				await tab.remove();
			}
		},
		dispose: () => void registrations.dispose(),
	};
}
