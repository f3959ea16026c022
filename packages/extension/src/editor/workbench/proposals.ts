import { basename } from 'node:path';
import type { Verdict } from '@hawser/core/ports/editor.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { resultWithin, startTimeLimit } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import { findDocument } from '../documents/find-document.ts';
import { withNewlines } from '../documents/fresh-document.ts';
import { visibleText } from '../questions/visible-text.ts';
import { allTabs } from '../shared/tab-uri.ts';
import { createProposalFiles, PROPOSAL_SCHEME } from './proposal-files.ts';

/** Shows proposed texts beside the files they are meant for, and waits for the user's verdict. */
export interface Proposals extends vscode.Disposable {
	propose(
		shown: ShownProposal,
		timeLimit: { milliseconds: number; waiting: () => void; signal: Cancellation },
	): Promise<Verdict>;
	/**
	 * The commands in the title bar of a proposal, with what VS Code hands them there. Called any other way, they mean the
	 * one that the user looks at.
	 */
	accept(uri?: unknown, place?: unknown): Promise<void>;
	reject(uri?: unknown): void;
}

export interface ShownProposal {
	/** The file as it is; undefined for one that does not exist. */
	file: vscode.Uri | undefined;
	/** The name by which the user knows the file. */
	name: string;
	proposed: string;
	title: string | undefined;
}

type Decision = Verdict['decision'];

interface OpenProposal {
	/** True once its tab has been there. */
	shown: boolean;
	decide(decision: Decision): void;
	show(): void;
}

/** The command behind the item in the status bar. */
const SHOW = '_hawser.showProposal';

/** An agent is told this often that the user is still thinking, because clients give up on a silent call. */
const STILL_WAITING = 10_000;

const REASON_LIMIT = 60_000;
const REASON_LENGTH = 1000;

export function createProposals(): Proposals {
	const files = createProposalFiles();
	const open = new Map<string, OpenProposal>();
	const status = vscode.window.createStatusBarItem('hawser.proposals', vscode.StatusBarAlignment.Left, -100);
	status.name = 'Hawser: Proposals';
	status.command = SHOW;
	status.tooltip = 'Show the proposal';
	status.backgroundColor = new vscode.ThemeColor('statusBarItem.warningBackground');
	let count = 0;
	const registrations = vscode.Disposable.from(
		vscode.workspace.registerFileSystemProvider(PROPOSAL_SCHEME, files, { isCaseSensitive: true }),
		vscode.window.tabGroups.onDidChangeTabs(() => {
			for (const [uri, proposal] of open) {
				// A tab that was moved to another group is closed in one and open in the other. It may be closed before the
				// command that opened it has returned.
				if (tabsOf(uri).length > 0) {
					proposal.shown = true;
				} else if (proposal.shown) {
					proposal.decide('closed');
				}
			}
			closing = closing.then(closeStale);
		}),
		vscode.commands.registerCommand(SHOW, () => [...open.values()].at(-1)?.show()),
		files,
		status,
	);
	let closing = closeStale();

	/** VS Code brings tabs back, after a reload or because the user asks for it; nobody waits for these any more. */
	async function closeStale(): Promise<void> {
		const isStale = (uri: vscode.Uri) => !open.has(uri.toString());
		for (const uri of allTabs()
			.flatMap(tab => proposalIn(tab) ?? [])
			.filter(isStale)) {
			await close(uri);
			files.remove(uri);
		}
	}

	function find(given: unknown): { uri: vscode.Uri; proposal: OpenProposal } | undefined {
		const active = vscode.window.tabGroups.activeTabGroup.activeTab;
		const uri = given instanceof vscode.Uri && given.scheme === PROPOSAL_SCHEME ? given : active && proposalIn(active);
		const proposal = uri && open.get(uri.toString());
		return uri && proposal && { uri, proposal };
	}

	/**
	 * Only a click in the title bar comes with the address and the group of the tab. Whatever else runs the command may not be
	 * the user at all: a task, a debug configuration and a key binding run commands too. So it is asked, in a dialog that
	 * nothing but a user can answer.
	 */
	async function accept(given: unknown, place: unknown): Promise<void> {
		const found = find(given);
		if (found && (isTitleBar(given, place) || (await isMeant(found.uri)))) {
			found.proposal.decide('accepted');
		}
	}

	function showStatus(): void {
		if (open.size === 0) {
			status.hide();
			return;
		}
		const what = open.size === 1 ? 'An agent proposes a change' : `Agents propose ${open.size} changes`;
		status.text = `$(diff) ${what}: accept or reject in the title bar`;
		status.show();
	}

	return {
		async propose({ file, name, proposed, title }, { milliseconds, waiting, signal }) {
			count++;
			const right = proposalUri(`proposal-${count}`, name);
			const empty = proposalUri(`nothing-${count}`, name);
			const timeLimit = startTimeLimit(milliseconds, signal);
			const show = (options: vscode.TextDocumentShowOptions) =>
				vscode.commands.executeCommand(
					'vscode.diff',
					file ?? empty,
					right,
					title ?? `${basename(name)} (proposed by an agent)`,
					options,
				);
			const proposal: OpenProposal = {
				shown: false,
				decide: () => undefined,
				show: () => void show({ preview: false }),
			};
			const decided = new Promise<Decision>(resolve => (proposal.decide = resolve));
			open.set(right.toString(), proposal);
			const reminder = setInterval(waiting, STILL_WAITING);
			files.put(right, proposed);
			files.put(empty, '');
			showStatus();
			try {
				waiting();
				// The user may be typing: what they type must not go into the proposal.
				await show({ preview: false, preserveFocus: true });
				const decision = (await resultWithin(decided, timeLimit.left())) ?? 'no_answer';
				const text = textOf(right) ?? proposed;
				const reason = decision === 'rejected' ? await askReason(signal) : undefined;
				return { decision, text, ...(reason !== undefined && { reason }) };
			} finally {
				clearInterval(reminder);
				open.delete(right.toString());
				showStatus();
				await close(right);
				files.remove(right);
				files.remove(empty);
			}
		},
		accept,
		reject: uri => find(uri)?.proposal.decide('rejected'),
		dispose: () => void registrations.dispose(),
	};
}

function isTitleBar(given: unknown, place: unknown): boolean {
	return given instanceof vscode.Uri && typeof place === 'object' && place !== null && 'groupId' in place;
}

async function isMeant({ path }: vscode.Uri): Promise<boolean> {
	const yes = 'Accept';
	const options = { modal: true, detail: visibleText(path) };
	return (await vscode.window.showWarningMessage('Accept the change that an agent proposes?', options, yes)) === yes;
}

/** Asks for the user's reason. Enter sends it, Escape and a click elsewhere leave it out. */
async function askReason(signal: Cancellation): Promise<string | undefined> {
	const source = new vscode.CancellationTokenSource();
	try {
		const box = vscode.window.showInputBox(
			{ title: 'Proposal rejected', prompt: 'Tell the agent why (optional).' },
			source.token,
		);
		const reason = (await resultWithin(box, { milliseconds: REASON_LIMIT, signal }))?.trim() ?? '';
		return reason === '' ? undefined : reason.slice(0, REASON_LENGTH);
	} finally {
		source.cancel();
		source.dispose();
	}
}

/** The path is the file's own: the user reads it above the text, and VS Code takes the language from it. */
function proposalUri(authority: string, name: string): vscode.Uri {
	const path = name.replaceAll('\\', '/');
	return vscode.Uri.from({ scheme: PROPOSAL_SCHEME, authority, path: path.startsWith('/') ? path : `/${path}` });
}

function textOf(uri: vscode.Uri): string | undefined {
	const document = findDocument(uri);
	return document && withNewlines(document.getText());
}

function tabsOf(uri: string): vscode.Tab[] {
	return allTabs().filter(tab => proposalIn(tab)?.toString() === uri);
}

/** The right side of a comparison, or a proposal that the user has opened by itself. */
function proposalIn({ input }: vscode.Tab): vscode.Uri | undefined {
	const uri =
		input instanceof vscode.TabInputTextDiff
			? input.modified
			: input instanceof vscode.TabInputText
				? input.uri
				: undefined;
	return uri?.scheme === PROPOSAL_SCHEME ? uri : undefined;
}

/** Saved first, which only goes to memory: VS Code would ask the user what to do with unsaved edits. */
async function close(uri: vscode.Uri): Promise<void> {
	if (tabsOf(uri.toString()).length === 0) {
		return;
	}
	try {
		// Opened, because after a reload a tab may not know yet that there are unsaved edits.
		await (await vscode.workspace.openTextDocument(uri)).save();
	} catch {
		// A proposal of before the reload that had no edits: there is nothing to open.
	}
	try {
		await vscode.window.tabGroups.close(tabsOf(uri.toString()), true);
	} catch {
		// The user was quicker, and the tab is gone.
	}
}
