import { withNewlines } from '@hawser/core/text/newlines.ts';
import * as vscode from 'vscode';
import { findDocument } from '../documents/find-document.ts';
import { visibleText } from '../questions/visible-text.ts';
import { allTabs } from '../shared/tab-uri.ts';
import { createProposalFiles, PROPOSAL_SCHEME } from './proposal-files.ts';

/** Comparisons of files with the texts that agents propose for them, which the user can edit and decide on. */
export interface DiffTabs extends vscode.Disposable {
	/** Nothing is to be seen before `show`. */
	add(diff: ProposedText, decide: (decision: TabDecision) => void): DiffTab;
	/**
	 * The commands in the title bar of a comparison, with what VS Code hands them there. Called any other way, they mean the
	 * one that the user looks at.
	 */
	accept(uri?: unknown, place?: unknown): Promise<void>;
	reject(uri?: unknown): void;
}

/** `closed`: the user closed the comparison without a word. */
export type TabDecision = 'accepted' | 'rejected' | 'closed';

export interface ProposedText {
	/** The file as it is; a text where there is no file that reads so. */
	present: vscode.Uri | string;
	/** The name by which the user knows the file. */
	name: string;
	proposed: string;
	title: string;
	readonly?: boolean;
}

export interface DiffTab {
	/** What is compared, for an editor that compares several files. */
	readonly left: vscode.Uri;
	readonly right: vscode.Uri;
	show(options: vscode.TextDocumentShowOptions): Promise<void>;
	/** The proposed text as the user has left it. */
	text(): string;
	/** Closes the comparison and forgets the text. */
	remove(): Promise<void>;
}

interface OpenDiff {
	/** True once its tab has been there. */
	shown: boolean;
	decide(decision: TabDecision): void;
}

export function createDiffTabs(): DiffTabs {
	const files = createProposalFiles();
	const open = new Map<string, OpenDiff>();
	let count = 0;
	const registrations = vscode.Disposable.from(
		vscode.workspace.registerFileSystemProvider(PROPOSAL_SCHEME, files, { isCaseSensitive: true }),
		vscode.window.tabGroups.onDidChangeTabs(() => {
			for (const [uri, diff] of open) {
				// A tab that was moved to another group is closed in one and open in the other. It may be closed before the
				// command that opened it has returned.
				if (tabsOf(uri).length > 0) {
					diff.shown = true;
				} else if (diff.shown) {
					diff.shown = false;
					diff.decide('closed');
				}
			}
			closing = closing.then(closeStale);
		}),
		files,
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

	function find(given: unknown): { uri: vscode.Uri; diff: OpenDiff } | undefined {
		const active = vscode.window.tabGroups.activeTabGroup.activeTab;
		const uri = given instanceof vscode.Uri && given.scheme === PROPOSAL_SCHEME ? given : active && proposalIn(active);
		const diff = uri && open.get(uri.toString());
		return uri && diff && { uri, diff };
	}

	/**
	 * Only a click in the title bar comes with the address and the group of the tab. Whatever else runs the command may not be
	 * the user at all: a task, a debug configuration and a key binding run commands too. So it is asked, in a dialog that
	 * nothing but a user can answer.
	 */
	async function accept(given: unknown, place: unknown): Promise<void> {
		const found = find(given);
		if (found && (isTitleBar(given, place) || (await isMeant(found.uri)))) {
			found.diff.decide('accepted');
		}
	}

	return {
		add({ present, name, proposed, title, readonly = false }, decide) {
			count++;
			const right = proposalUri(`proposal-${count}`, name);
			const left = typeof present === 'string' ? proposalUri(`present-${count}`, name) : present;
			open.set(right.toString(), { shown: false, decide });
			files.put(right, proposed, { readonly });
			if (typeof present === 'string') {
				files.put(left, present, { readonly: true });
			}
			return {
				left,
				right,
				async show(options) {
					await vscode.commands.executeCommand('vscode.diff', left, right, title, options);
				},
				text: () => textOf(right) ?? proposed,
				async remove() {
					open.delete(right.toString());
					await close(right);
					files.remove(right);
					files.remove(left);
				},
			};
		},
		accept,
		reject: uri => find(uri)?.diff.decide('rejected'),
		dispose: () => void registrations.dispose(),
	};
}

function isTitleBar(given: unknown, place: unknown): boolean {
	return given instanceof vscode.Uri && typeof place === 'object' && place !== null && 'groupId' in place;
}

async function isMeant({ path }: vscode.Uri): Promise<boolean> {
	const yes = vscode.l10n.t('Accept');
	const options = { modal: true, detail: visibleText(path) };
	const question = vscode.l10n.t('Accept the change that an agent proposes?');
	return (await vscode.window.showWarningMessage(question, options, yes)) === yes;
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
