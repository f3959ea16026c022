import { isHarmless } from '@hawser/core/contract/effects.ts';
import { isRecord } from '@hawser/core/data/plain-data.ts';
import { realPathOr } from '@hawser/node/real-path.ts';
import * as vscode from 'vscode';
import { agentKey } from '../agents/agent-gate.ts';
import { showPage } from '../editor/questions/page-html.ts';
import { toolTitles } from '../settings/manifest-titles.ts';
import type { ActivityParts } from './activity-parts.ts';
import type { KnownCall } from './call-history.ts';
import {
	AGENT_ACTIONS,
	type AgentMessage,
	CALL_ACTIONS,
	type CallMessage,
	type FromActivityPage,
	PLAIN_ACTIONS,
	type PlainMessage,
	type ToActivityPage,
} from './messages/activity-messages.ts';
import { openCallAsJson, openCallFile } from './open-call.ts';
import { shownAgents, shownCall, shownDetails } from './shown-activity.ts';

const BODY = `<div id="news" role="status" aria-live="polite"></div>
	<div id="paused" hidden></div>
	<section id="agents"></section>
	<main id="activity"></main>`;

/** Milliseconds between two messages to the page: a frame or two. */
const PACE = 33;
/** The same when more calls come than anybody can read: the time belongs to them. */
const BUSY_PACE = 1000;
const BUSY_CALLS = 8;
/** Calls in one message while more come than anybody can read, the newest; the others follow when it is calm. */
const MAX_SENT = 40;

/** Fills the view, and keeps it filled while it is visible. Nothing is worked out or sent while it is not. */
export function fillActivityView(view: vscode.WebviewView, parts: ActivityParts): void {
	const { history, agents, gate } = parts;
	const titles = toolTitles(parts.packageJson);
	const changed = new Set<number>();
	/** Calls that were left out while there was no time for them. */
	const backlog = new Set<number>();
	let timer: NodeJS.Timeout | undefined;
	/** The page has said that it is there, and has been sent everything. */
	let ready = false;
	let endListening: (() => void) | undefined;
	let busy = false;

	const post = (message: ToActivityPage) => void view.webview.postMessage(message);

	function flush(whole: boolean): void {
		clearTimeout(timer);
		timer = undefined;
		const [oldest = history.count + 1] = history.calls.keys();
		if (whole) {
			changed.clear();
			backlog.clear();
		}
		const ids = whole ? [...history.calls.keys()] : takeChanged(oldest);
		const known = ids.flatMap(id => history.calls.get(id) ?? []);
		post({
			kind: 'state',
			agents: shownAgents(agents.list(), gate.disconnected, { history, titles, folders: windowFolders() }),
			paused: gate.paused,
			serving: parts.isServing(),
			calls: known.map(call => shownCall(call, titles)),
			whole,
			gone: ids.filter(id => !history.calls.has(id)),
			oldest,
			count: history.count,
			now: Date.now(),
		});
	}

	/** The newest calls of which the page does not know; in calm times also those that were left out before. */
	function takeChanged(oldest: number): readonly number[] {
		const fresh = [...changed];
		changed.clear();
		busy = fresh.length > BUSY_CALLS;
		if (!busy) {
			const all = new Set([...backlog, ...fresh]);
			backlog.clear();
			return [...all].filter(id => id >= oldest);
		}
		fresh.slice(0, -MAX_SENT).forEach(id => backlog.add(id));
		for (const id of backlog) {
			if (id < oldest) {
				backlog.delete(id);
			}
		}
		timer = setTimeout(flush, BUSY_PACE, false);
		return fresh.slice(-MAX_SENT).filter(id => id >= oldest);
	}

	const soon = () => {
		if (ready && view.visible) {
			timer ??= setTimeout(flush, busy ? BUSY_PACE : PACE, false);
		}
	};

	function follow(): void {
		endListening?.();
		endListening = undefined;
		changed.clear();
		backlog.clear();
		clearTimeout(timer);
		timer = undefined;
		if (view.visible) {
			endListening = history.listen(id => {
				changed.add(id);
				soon();
			});
			if (ready) {
				flush(true);
			}
		}
	}

	async function act({ kind }: PlainMessage): Promise<void> {
		switch (kind) {
			case 'ready':
				ready = true;
				flush(true);
				return;
			case 'pause':
			case 'resume':
				gate.setPaused(kind === 'pause');
				return;
			case 'clear':
				history.clear();
				return;
			case 'connect':
				await vscode.commands.executeCommand('hawser.connectAgent');
				return;
			case 'setUp':
				await vscode.commands.executeCommand('hawser.setUpAgents');
				return;
			case 'walkthrough':
				await vscode.commands.executeCommand('hawser.getStarted');
		}
	}

	function actOnAgent({ kind, agent }: AgentMessage): void {
		const known = [...agents.list(), ...gate.disconnected].find(caller => agentKey(caller) === agent);
		if (known && kind === 'disconnect') {
			gate.disconnect(known);
			agents.ended(known.connection);
		} else if (known) {
			gate.readmit(known);
		}
	}

	/** Asked only of calls that may change files. */
	async function changesOf({ effect, outcome, requestId }: KnownCall): Promise<number> {
		const mayChange = effect !== undefined && !isHarmless(effect);
		return mayChange && outcome !== undefined ? parts.changes.count(requestId).catch(() => 0) : 0;
	}

	async function actOnCall({ kind, id }: CallMessage): Promise<void> {
		const call = history.calls.get(id);
		if (call === undefined) {
			return;
		}
		switch (kind) {
			case 'stop':
				call.stop();
				return;
			case 'details':
				post({ kind: 'details', details: shownDetails(call, titles, await changesOf(call)) });
				return;
			case 'showChanges':
				await parts.changes.show(call.requestId);
				return;
			case 'openFile':
				await openCallFile(call);
				return;
			case 'openJson':
				await openCallAsJson(call);
				return;
			case 'showTerminal':
				await (call.terminal === undefined ? undefined : parts.showTerminal(call.terminal));
		}
	}

	const subscriptions = vscode.Disposable.from(
		agents.onDidChange(soon),
		gate.onDidChange(soon),
		parts.onServing(soon),
		view.onDidChangeVisibility(() => {
			// The page is made anew each time that it is shown.
			ready = false;
			follow();
		}),
		view.webview.onDidReceiveMessage(async (message: unknown) => {
			if (!isFromPage(message)) {
				return;
			}
			if ('id' in message) {
				await actOnCall(message);
			} else if ('agent' in message) {
				actOnAgent(message);
			} else {
				await act(message);
			}
		}),
	);
	view.onDidDispose(() => {
		endListening?.();
		clearTimeout(timer);
		subscriptions.dispose();
	});
	showPage(view.webview, parts.extension, { title: vscode.l10n.t('Activity'), bundle: 'activity-page', body: BODY });
	follow();
}

/** As agents name them: with links followed. */
function windowFolders(): readonly string[] {
	return (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => realPathOr(uri.fsPath));
}

function isFromPage(message: unknown): message is FromActivityPage {
	if (!isRecord(message)) {
		return false;
	}
	const { kind, id, agent } = message;
	const isOneOf = (kinds: readonly string[]) => typeof kind === 'string' && kinds.includes(kind);
	return (
		isOneOf(PLAIN_ACTIONS) ||
		(isOneOf(CALL_ACTIONS) && typeof id === 'number') ||
		(isOneOf(AGENT_ACTIONS) && typeof agent === 'string')
	);
}
