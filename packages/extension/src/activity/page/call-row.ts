import * as l10n from '@vscode/l10n';
import { button, element } from '../../editor/questions/page/dom.ts';
import type { ShownCall } from '../messages/activity-messages.ts';
import { host } from './activity-host.ts';
import { clockTime, lengthOf } from './times.ts';

/** One line of the list, in an element that is filled anew when the call changes. */
export interface CallRow {
	element: HTMLElement;
	main: HTMLButtonElement;
	show(call: ShownCall, now: number): void;
}

/** A call that failed has the code of its error. */
function signOf(outcome: string): readonly [sign: string, word: string] {
	switch (outcome) {
		case 'running':
			return ['', l10n.t('running')];
		case 'ok':
			return ['✓', l10n.t('done')];
		default:
			return ['✕', outcome];
	}
}

export function createCallRow(id: number, open: (id: number) => void): CallRow {
	const row = element('div', 'row');
	row.setAttribute('role', 'listitem');
	const main = button('', () => open(id), 'call');
	main.dataset['id'] = String(id);
	const sign = element('span', 'sign');
	sign.setAttribute('aria-hidden', 'true');
	const first = element('span', 'first');
	const title = element('strong');
	const subject = element('span', 'subject');
	first.append(title, subject);
	const second = element('span', 'second');
	const text = element('span', 'texts');
	text.append(first, second);
	main.append(sign, text);
	const bar = element('span', 'bar');
	const stop = button(l10n.t('Stop'), () => host.postMessage({ kind: 'stop', id }), 'secondary small stop');
	row.append(main);

	return {
		element: row,
		main,
		show({ title: what, subject: about, agent, startedAt, duration, outcome, progress, share, group }, now) {
			const [mark, word] = signOf(outcome);
			const isRunning = outcome === 'running';
			row.className = `row ${isRunning ? 'running' : outcome === 'ok' ? 'ok' : 'failed'} ${group}`;
			const took = lengthOf(duration ?? Math.max(0, now - startedAt));
			const facts = [agent, isRunning ? (progress ?? word) : outcome === 'ok' ? '' : word, took, clockTime(startedAt)];
			setText(sign, mark);
			setText(title, what);
			setText(subject, about);
			setText(second, facts.filter(fact => fact !== '').join(' · '));
			main.title = about === '' ? what : `${what}: ${about}`;
			main.setAttribute('aria-label', [what, about, word, ...facts].filter(fact => fact !== '').join(', '));
			if (isRunning) {
				stop.setAttribute('aria-label', l10n.t('Stop: {0}', what));
				bar.style.setProperty('--share', share === undefined ? '' : `${Math.round(share * 100)}%`);
				bar.classList.toggle('counted', share !== undefined);
			}
			if (isRunning !== stop.isConnected) {
				if (isRunning) {
					row.append(stop, bar);
				} else {
					stop.remove();
					bar.remove();
				}
			}
		},
	};
}

/** Whatever is the same stays: a reader of the screen is not told twice. */
function setText(place: HTMLElement, text: string): void {
	if (place.textContent !== text) {
		place.textContent = text;
	}
}
