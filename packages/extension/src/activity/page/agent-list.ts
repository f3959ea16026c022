import * as l10n from '@vscode/l10n';
import { button, element } from '../../editor/questions/page/dom.ts';
import type { ShownAgent } from '../messages/activity-messages.ts';
import { host } from './activity-host.ts';
import { clockTime } from './times.ts';

let shown = '';

/** Who is there, what each of them is, and what it does. What has not changed stays, with the keyboard on it. */
export function showAgents(place: HTMLElement, agents: readonly ShownAgent[], serving: boolean): void {
	const now = JSON.stringify([agents, serving]);
	if (now === shown) {
		return;
	}
	shown = now;
	const focused = document.activeElement?.closest<HTMLElement>('.agent')?.dataset['key'];
	const list = element('ul', 'agents');
	list.append(...agents.map(itemOf));
	place.replaceChildren(...(agents.length === 0 ? [nobody(serving)] : [list]));
	if (focused !== undefined) {
		const items = [...list.querySelectorAll<HTMLElement>('.agent')];
		items
			.find(item => item.dataset['key'] === focused)
			?.querySelector('button')
			?.focus();
	}
}

function nobody(serving: boolean): HTMLElement {
	const text = serving
		? l10n.t('No agent is connected.')
		: l10n.t('Hawser is off in this window: no agent can reach it.');
	return element('p', 'nobody', text);
}

function itemOf({ key, name, version, way, folder, since, doing, busy, out }: ShownAgent): HTMLElement {
	const item = element('li', out ? 'agent out' : busy ? 'agent busy' : 'agent');
	item.dataset['key'] = key;
	const title = element('div', 'agent-name', name);
	const mark = element('span', 'dot');
	mark.setAttribute('role', 'img');
	mark.setAttribute('aria-label', out ? l10n.t('disconnected') : busy ? l10n.t('at work') : l10n.t('connected'));
	title.prepend(mark);
	if (version !== '') {
		title.append(element('span', 'version', version));
	}
	const facts = out
		? l10n.t('Disconnected by you: its calls are refused.')
		: l10n.t('{0}, since {1}', way, clockTime(since));
	const text = element('div', 'agent-text');
	text.append(title, element('div', 'agent-facts', facts));
	if (folder !== '') {
		const place = element(
			'div',
			'agent-facts',
			l10n.t({ message: 'In {0}', args: [folder], comment: ['{0} is the path of a folder'] }),
		);
		place.title = folder;
		text.append(place);
	}
	if (doing !== '') {
		const line = element('div', 'doing', busy ? doing : l10n.t('Last: {0}', doing));
		line.title = doing;
		text.append(line);
	}
	const press = () => host.postMessage({ kind: out ? 'readmit' : 'disconnect', agent: key });
	const label = out ? l10n.t('Let back in') : l10n.t('Disconnect');
	const end = button(label, press, 'secondary small');
	end.setAttribute('aria-label', `${label}: ${name}`);
	item.append(text, end);
	return item;
}
