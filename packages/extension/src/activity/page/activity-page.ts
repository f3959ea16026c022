/** Runs in the view. Every word of an agent goes in as text, never as HTML. */
import * as l10n from '@vscode/l10n';
import { button, element, required } from '../../editor/questions/page/dom.ts';
import { takeTranslations } from '../../editor/questions/page/translations.ts';
import type { ShownAgent, ShownCall, ShownDetails, ToActivityPage } from '../messages/activity-messages.ts';
import { host } from './activity-host.ts';
import { showAgents } from './agent-list.ts';
import { detailsOf } from './call-details.ts';
import { createCallList } from './call-list.ts';
import { createFilters } from './filters.ts';

takeTranslations();
required('agents').setAttribute('aria-label', l10n.t('Agents'));

const calls = new Map<number, ShownCall>();
let state: (ToActivityPage & { kind: 'state' }) | undefined;
/** How far the clock of the extension is ahead of ours. */
let ahead = 0;
let openCall: number | undefined;

const list = createCallList(id => host.postMessage({ kind: 'details', id }));
const filters = createFilters(host.getState() ?? { agent: '', what: '' }, memory => {
	host.setState(memory);
	showCalls();
});
const empty = element('section', 'empty');
const summary = element('p', 'summary');
const details = element('div', 'details-place');
details.hidden = true;
const overview = element('div', 'overview');
overview.append(filters.element, summary, empty, list.element);
required('activity').append(overview, details);

window.addEventListener('message', ({ data }: MessageEvent<ToActivityPage>) => {
	if (data.kind === 'details') {
		showDetails(data.details);
	} else {
		takeState(data);
	}
});
host.postMessage({ kind: 'ready' });

// The time that running calls take goes on without a message.
setInterval(() => {
	if (openCall === undefined && [...calls.values()].some(({ outcome }) => outcome === 'running')) {
		showCalls();
	}
}, 1000);

function takeState(next: ToActivityPage & { kind: 'state' }): void {
	announce(state?.agents ?? [], next.agents, state?.paused === true, next.paused);
	state = next;
	ahead = next.now - Date.now();
	if (next.whole) {
		calls.clear();
	}
	for (const call of next.calls) {
		calls.set(call.id, call);
	}
	for (const id of [...next.gone, ...[...calls.keys()].filter(known => known < next.oldest)]) {
		calls.delete(id);
	}
	showAgents(required('agents'), next.agents, next.serving);
	showPaused(next.paused);
	filters.offer([...calls.values()]);
	showCalls();
	const open = next.calls.find(({ id }) => id === openCall);
	if (open) {
		host.postMessage({ kind: 'details', id: open.id });
	}
}

function showCalls(): void {
	// While many come, the newest are told first.
	const shown = [...calls.values()].filter(filters.matches).sort((one, other) => other.id - one.id);
	const nothing = calls.size === 0;
	empty.hidden = shown.length > 0;
	list.element.hidden = shown.length === 0;
	filters.element.hidden = nothing;
	summary.hidden = nothing;
	summary.textContent = summaryOf(shown.length);
	if (shown.length === 0) {
		empty.replaceChildren(
			...(nothing ? teaching() : [element('p', '', l10n.t('No call is like this. Choose other filters.'))]),
		);
	}
	list.show(shown, () => Date.now() + ahead);
}

function summaryOf(shown: number): string {
	const all = state?.count ?? 0;
	if (shown !== calls.size) {
		return l10n.t('{0} of {1} calls', shown, calls.size);
	}
	if (calls.size !== all) {
		return l10n.t('{0} calls, the last {1} are kept', all, calls.size);
	}
	return all === 1 ? l10n.t('1 call') : l10n.t('{0} calls', all);
}

/** For whoever looks here before any agent has called. */
function teaching(): HTMLElement[] {
	const buttons = element('div', 'answers');
	buttons.append(
		button(l10n.t('Set up agents'), () => host.postMessage({ kind: 'setUp' })),
		button(l10n.t('Connect one by hand'), () => host.postMessage({ kind: 'connect' }), 'secondary'),
		button(l10n.t('Show me around'), () => host.postMessage({ kind: 'walkthrough' }), 'secondary'),
	);
	return [
		element('h2', '', l10n.t('See what agents do here')),
		element(
			'p',
			'',
			l10n.t(
				'Every call of Claude Code, Codex, Gemini CLI, Copilot or a script appears here as it happens: what it does, on what, how long it takes, and how it ends. You can stop it, read what it was told, and pause all agents.',
			),
		),
		element(
			'p',
			'',
			l10n.t('To begin, tell your agents where this window is, and ask one: “Which problems does this project have?”'),
		),
		buttons,
	];
}

function showPaused(paused: boolean): void {
	const banner = required('paused');
	if (banner.hidden === paused) {
		banner.hidden = !paused;
		banner.replaceChildren(
			element('span', '', l10n.t('All agents are paused: their calls are refused.')),
			button(l10n.t('Resume'), () => host.postMessage({ kind: 'resume' })),
		);
	}
}

function showDetails(shown: ShownDetails): void {
	const isSame = openCall === shown.call.id;
	openCall = shown.call.id;
	const made = detailsOf(shown, closeDetails);
	details.replaceChildren(made);
	details.hidden = false;
	overview.hidden = true;
	if (!isSame) {
		made.querySelector<HTMLElement>('h2')?.focus();
	}
}

function closeDetails(): void {
	const id = openCall;
	openCall = undefined;
	details.hidden = true;
	details.replaceChildren();
	overview.hidden = false;
	showCalls();
	list.focus(id);
}

function announce(
	before: readonly ShownAgent[],
	now: readonly ShownAgent[],
	wasPaused: boolean,
	paused: boolean,
): void {
	const come = now.filter(({ key }) => !before.some(agent => agent.key === key));
	const news = come.map(({ name }) => l10n.t('{0} is connected.', name));
	if (paused !== wasPaused) {
		news.push(paused ? l10n.t('All agents are paused.') : l10n.t('Agents go on.'));
	}
	if (news.length > 0) {
		required('news').textContent = news.join(' ');
	}
}
