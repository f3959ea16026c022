import * as vscode from 'vscode';
import type { AgentGate } from '../../agents/agent-gate.ts';
import { allTabs, tabUri } from '../../editor/shared/tab-uri.ts';
import type { ToldFiles } from './told-files.ts';

interface Position {
	line: number;
	character: number;
}

/** The place in a file at which the user is. Lines and characters are 0-based. */
export interface UserPlace {
	path: string;
	/** The selected text, cut where it is longer than any agent shows. */
	text: string;
	start: Position;
	end: Position;
}

export interface OpenFile {
	path: string;
	/** Milliseconds since 1970 at which the user was last there. */
	timestamp: number;
}

/** What the user has before them in this window, as far as agents may be told. */
export interface UserContext {
	place: UserPlace | undefined;
	/** The files in tabs, the one looked at last first. */
	openFiles: readonly OpenFile[];
}

/**
 * Follows what the user does in this window. While they work elsewhere it stands still, so that agents do not hear of files that
 * another agent opened in the background.
 */
export interface EditorContext extends vscode.Disposable {
	readonly current: UserContext;
	/** Resolves when what was there at the beginning is known. */
	readonly ready: Promise<void>;
	readonly onDidChange: vscode.Event<UserContext>;
}

/** Milliseconds without another event after which agents are told. */
const QUIET = 80;
/** The same while no editor is active: VS Code says so for a moment whenever it goes from one to the next. */
const QUIET_NOWHERE = 700;
/** Milliseconds after which it is looked again where something stood in the way. */
const AGAIN = 3000;
/** No agent shows its model more. */
const MAX_TEXT = 16_384;
const MAX_FILES = 10;

const NOTHING: UserContext = { place: undefined, openFiles: [] };

/** While the user has paused all agents, they are told nothing, and forget what they were told. */
export function createEditorContext(told: ToldFiles, gate: Pick<AgentGate, 'paused' | 'onDidChange'>): EditorContext {
	const changed = new vscode.EventEmitter<UserContext>();
	/** When the user was last in each file. */
	const visits = new Map<string, number>();
	let current = NOTHING;
	let timer: NodeJS.Timeout | undefined;
	let round = 0;

	async function look(): Promise<void> {
		const own = ++round;
		if (gate.paused) {
			become(NOTHING);
			return;
		}
		const editor = vscode.window.activeTextEditor;
		// A comparison, a setting or an output is no file, and does not mean that the user has left the last one.
		if (editor && editor.document.uri.scheme !== 'file' && vscode.window.visibleTextEditors.length > 0) {
			return;
		}
		const active = editor?.document.uri.fsPath;
		if (active !== undefined) {
			visits.set(active, Date.now());
		}
		const open = new Set(filesInTabs());
		[...visits.keys()].filter(path => !open.has(path) && path !== active).forEach(path => visits.delete(path));
		const paths = [...new Set([...(active === undefined ? [] : [active]), ...open])]
			.sort((one, other) => (visits.get(other) ?? 0) - (visits.get(one) ?? 0))
			.slice(0, MAX_FILES);
		const tellable = await told.among(paths);
		if (own !== round) {
			return;
		}
		become({
			place: editor && tellable.has(editor.document.uri.fsPath) ? placeIn(editor) : undefined,
			openFiles: paths.filter(path => tellable.has(path)).map(path => ({ path, timestamp: visits.get(path) ?? 0 })),
		});
	}

	function become(next: UserContext): void {
		if (withoutTimes(next) !== withoutTimes(current)) {
			current = next;
			changed.fire(next);
		}
	}

	/** Looks again later where it could not be found out: the user may not move for a long time. */
	async function lookUntilKnown(): Promise<void> {
		try {
			await look();
		} catch {
			clearTimeout(timer);
			timer = setTimeout(() => void lookUntilKnown(), AGAIN);
		}
	}

	function soon(): void {
		if (vscode.window.state.focused) {
			clearTimeout(timer);
			const quiet = vscode.window.activeTextEditor ? QUIET : QUIET_NOWHERE;
			timer = setTimeout(() => void lookUntilKnown(), quiet);
		}
	}

	const listeners = vscode.Disposable.from(
		gate.onDidChange(() => void lookUntilKnown()),
		vscode.window.onDidChangeTextEditorSelection(soon),
		vscode.window.onDidChangeActiveTextEditor(soon),
		vscode.window.onDidChangeWindowState(soon),
		vscode.window.tabGroups.onDidChangeTabs(soon),
		vscode.workspace.onDidChangeConfiguration(soon),
	);
	return {
		get current() {
			return current;
		},
		ready: lookUntilKnown(),
		onDidChange: changed.event,
		dispose() {
			clearTimeout(timer);
			round++;
			listeners.dispose();
			changed.dispose();
		},
	};
}

function placeIn({ document, selection }: vscode.TextEditor): UserPlace {
	const { start, end } = selection;
	return {
		path: document.uri.fsPath,
		text: document.getText(selection).slice(0, MAX_TEXT),
		start: { line: start.line, character: start.character },
		end: { line: end.line, character: end.character },
	};
}

function filesInTabs(): string[] {
	return allTabs()
		.map(tabUri)
		.filter(uri => uri?.scheme === 'file')
		.flatMap(uri => uri?.fsPath ?? []);
}

function withoutTimes({ place, openFiles }: UserContext): string {
	return JSON.stringify([place, openFiles.map(({ path }) => path)]);
}
