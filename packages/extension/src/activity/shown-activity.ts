import type { Effect } from '@hawser/core/contract/effects.ts';
import { nameWithVersion } from '@hawser/core/text/name-with-version.ts';
import * as vscode from 'vscode';
import type { GateCaller } from '../agents/agent-gate.ts';
import { agentKey } from '../agents/agent-gate.ts';
import type { ConnectedAgent } from '../agents/connected-agents.ts';
import type { Titles } from '../settings/manifest-titles.ts';
import type { CallHistory, KnownCall } from './call-history.ts';
import type { EffectGroup, ShownAgent, ShownCall, ShownDetails } from './messages/activity-messages.ts';

const GROUPS: Record<Effect, EffectGroup> = {
	reads: 'looks',
	queries: 'looks',
	shows: 'looks',
	edits: 'edits',
	steers: 'runs',
	runs: 'runs',
	lasts: 'lasts',
};

/** The line of a call. */
export function shownCall(call: KnownCall, titles: Titles): ShownCall {
	const { id, name, subject, effect, startedAt, duration, outcome, progress } = call;
	const { done, total } = progress ?? {};
	return {
		id,
		agentKey: agentKey(call),
		agent: name,
		title: titleOf(call, titles),
		subject,
		group: effect === undefined ? 'looks' : GROUPS[effect],
		startedAt,
		...(duration !== undefined && { duration }),
		outcome: outcome ?? 'running',
		...(progress && { progress: progress.message }),
		...(done !== undefined && total !== undefined && total > 0 && { share: Math.min(1, done / total) }),
	};
}

/** Everything about a call that a user reads. */
export function shownDetails(call: KnownCall, titles: Titles, changes = 0): ShownDetails {
	const { tool, name, version, surface, startedAt, duration, outcome, bytes, file, terminal, requestId } = call;
	const facts: [string, string][] = [
		[vscode.l10n.t('Agent'), nameWithVersion({ name, version })],
		[vscode.l10n.t('Tool'), tool],
		[vscode.l10n.t('Began'), new Date(startedAt).toLocaleTimeString(undefined, { timeStyle: 'medium' })],
		[vscode.l10n.t('Took'), duration === undefined ? vscode.l10n.t('still running') : `${duration} ms`],
		[vscode.l10n.t('Outcome'), outcome ?? vscode.l10n.t('running')],
		[vscode.l10n.t('Answer'), bytes === undefined ? '' : sizeInWords(bytes)],
		[vscode.l10n.t({ message: 'By', comment: ['The way by which a call came, such as mcp'] }), surface],
		[vscode.l10n.t('Request'), requestId],
	];
	return {
		call: shownCall(call, titles),
		tool,
		facts: facts.filter(([, value]) => value !== ''),
		arguments: call.arguments === undefined ? forgotten() : pretty(call.arguments),
		answer: call.answer ?? (outcome === undefined ? vscode.l10n.t('It still runs.') : forgotten()),
		changes,
		...(file && { file: file.path }),
		...(terminal !== undefined && { terminal }),
	};
}

function forgotten(): string {
	return vscode.l10n.t('No longer kept: newer calls have taken its place.');
}

function sizeInWords(bytes: number): string {
	return bytes === 1 ? vscode.l10n.t('1 byte') : vscode.l10n.t('{0} bytes', bytes);
}

/** The call as JSON, for whoever wants to read it with a program. */
export function callAsJson(call: KnownCall): string {
	const { requestId, tool, title, effect, surface, connection, name, version, traceparent } = call;
	const { startedAt, duration, outcome, bytes, terminal, answer, arguments: input } = call;
	const facts = {
		...{ requestId, tool, title, effect, surface, connection, name, version, traceparent },
		startedAt: new Date(startedAt).toISOString(),
		...{ duration, outcome, bytes, terminal },
		arguments: input === undefined ? undefined : parsed(input),
		answer,
	};
	return `${JSON.stringify(facts, null, 2)}\n`;
}

/** The agents that are there now, and those that the user has disconnected. */
export function shownAgents(
	connected: readonly ConnectedAgent[],
	disconnected: readonly GateCaller[],
	{ history, titles, folders }: { history: Pick<CallHistory, 'newest'>; titles: Titles; folders: readonly string[] },
): readonly ShownAgent[] {
	const there = connected.map(agent => ({ ...agent, version: agent.version ?? '', out: false }));
	const out = disconnected.map(caller => ({ ...caller, version: '', way: '', folder: '', since: 0, out: true }));
	return [...there, ...out].map(({ name, version, way, folder = '', since, out: isOut, connection }) => {
		const key = agentKey({ connection, name });
		const last = history.newest.get(key);
		const busy = last !== undefined && last.outcome === undefined;
		const isPlain = folders.length === 1 && folders.includes(folder);
		return {
			key,
			name,
			version,
			way,
			folder: isPlain ? '' : folder,
			since,
			out: isOut,
			busy,
			doing: isOut ? '' : doingOf(last, titles),
		};
	});
}

/** Tools that are not ours have no title in the manifest. */
function titleOf({ title, tool }: KnownCall, titles: Titles): string {
	return titles.get(tool) ?? title ?? tool;
}

function doingOf(call: KnownCall | undefined, titles: Titles): string {
	if (call === undefined) {
		return '';
	}
	const what = titleOf(call, titles);
	return call.subject === '' ? what : `${what}: ${call.subject}`;
}

function pretty(json: string): string {
	const value = parsed(json);
	return typeof value === 'string' ? value : JSON.stringify(value, null, 2);
}

/** What was cut off is not JSON any more; then the text itself. */
function parsed(json: string): unknown {
	try {
		return JSON.parse(json);
	} catch {
		return json;
	}
}
