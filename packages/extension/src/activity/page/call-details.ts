import * as l10n from '@vscode/l10n';
import { button, element } from '../../editor/questions/page/dom.ts';
import type { ShownDetails } from '../messages/activity-messages.ts';
import { host } from './activity-host.ts';

/** Everything about one call, in the place of the list. */
export function detailsOf(
	{ call, facts, arguments: input, answer, file, changes, terminal }: ShownDetails,
	back: () => void,
): HTMLElement {
	const { id } = call;
	const details = element('section', 'details');
	const title = element('h2', '', call.subject === '' ? call.title : `${call.title}: ${call.subject}`);
	title.id = 'details-title';
	title.tabIndex = -1;
	details.setAttribute('aria-labelledby', title.id);
	const actions = element('div', 'answers');
	actions.setAttribute('role', 'group');
	actions.setAttribute('aria-label', l10n.t('This call'));
	actions.append(button(l10n.t('Back'), back, 'secondary'));
	if (call.outcome === 'running') {
		actions.append(button(l10n.t('Stop'), () => host.postMessage({ kind: 'stop', id })));
	}
	if (changes > 0) {
		actions.append(button(l10n.t('Show changes'), () => host.postMessage({ kind: 'showChanges', id }), 'secondary'));
	}
	if (file !== undefined) {
		actions.append(button(l10n.t('Open file'), () => host.postMessage({ kind: 'openFile', id }), 'secondary'));
	}
	if (terminal !== undefined) {
		actions.append(button(l10n.t('Show terminal'), () => host.postMessage({ kind: 'showTerminal', id }), 'secondary'));
	}
	actions.append(button(l10n.t('Open as JSON'), () => host.postMessage({ kind: 'openJson', id }), 'secondary'));
	const list = element('dl', 'facts');
	list.append(...facts.flatMap(([name, value]) => [element('dt', '', name), element('dd', '', value)]));
	details.append(actions, title, list, ...blockOf(l10n.t('Arguments'), input), ...blockOf(l10n.t('Answer'), answer));
	details.addEventListener('keydown', event => {
		if (event.key === 'Escape') {
			back();
		}
	});
	return details;
}

function blockOf(label: string, text: string): HTMLElement[] {
	const block = element('pre', '', text);
	// Scrolled with the keyboard too.
	block.tabIndex = 0;
	block.setAttribute('role', 'region');
	block.setAttribute('aria-label', label);
	return [element('h3', '', label), block];
}
