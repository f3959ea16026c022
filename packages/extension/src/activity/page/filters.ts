import * as l10n from '@vscode/l10n';
import { element } from '../../editor/questions/page/dom.ts';
import type { ShownCall } from '../messages/activity-messages.ts';
import type { PageMemory } from './activity-host.ts';

/** The two lists of choices above the calls. */
export interface Filters {
	element: HTMLElement;
	matches(call: ShownCall): boolean;
	/** Offers the agents of these calls. */
	offer(calls: readonly ShownCall[]): void;
}

function kindsOfCalls(): readonly (readonly [word: string, label: string])[] {
	return [
		['', l10n.t('Everything')],
		['looks', l10n.t({ message: 'Looks', comment: ['Calls that only look at something'] })],
		['edits', l10n.t('Changes files')],
		['runs', l10n.t('Runs programs')],
		['lasts', l10n.t('Changes what lasts')],
		['running', l10n.t('Running now')],
		['failed', l10n.t('Failed')],
	];
}

export function createFilters(memory: PageMemory, onChange: (memory: PageMemory) => void): Filters {
	let { agent, what } = memory;
	const bar = element('div', 'filters');
	const agents = element('select');
	agents.setAttribute('aria-label', l10n.t('Calls of which agent'));
	const kinds = element('select');
	kinds.setAttribute('aria-label', l10n.t('Which calls'));
	kinds.append(...kindsOfCalls().map(([word, label]) => optionOf(word, label)));
	kinds.value = what;
	bar.append(agents, kinds);
	const change = () => {
		agent = agents.value;
		what = kinds.value;
		onChange({ agent, what });
	};
	agents.addEventListener('change', change);
	kinds.addEventListener('change', change);
	let offered: string | undefined;
	return {
		element: bar,
		matches({ agent: name, group, outcome }) {
			const isKind =
				what === '' ||
				what === group ||
				what === outcome ||
				(what === 'failed' && outcome !== 'ok' && outcome !== 'running');
			return isKind && (agent === '' || agent === name);
		},
		offer(calls) {
			const names = [...new Set([...calls.map(call => call.agent), ...(agent === '' ? [] : [agent])])].sort();
			const key = names.join('\n');
			if (key !== offered) {
				offered = key;
				agents.replaceChildren(optionOf('', l10n.t('All agents')), ...names.map(name => optionOf(name, name)));
				agents.value = agent;
			}
		},
	};
}

function optionOf(value: string, label: string): HTMLOptionElement {
	const option = element('option', '', label);
	option.value = value;
	return option;
}
