/** Runs in the view. Every word of a question goes in as text, never as HTML. */
import * as l10n from '@vscode/l10n';
import type { FormField } from '../messages/form-messages.ts';
import type { ShownAnswer, ShownFile, ShownPart, ShownQuestion, ToPage } from '../messages/page-messages.ts';
import { button, element, required } from './dom.ts';
import { type Form, formOf } from './form.ts';
import { host } from './host.ts';

interface Card {
	element: HTMLElement;
	title: HTMLElement;
	form: Form | undefined;
}

/** Milliseconds in which buttons that have just come under the pointer, or under a typing hand, do nothing. */
const SETTLING = 500;

const DIFF_LINES: Partial<Record<string, string>> = { '+': 'plus', '-': 'minus', '@': 'place' };

const cards = new Map<string, Card>();
let settledAt = 0;
let settling: ReturnType<typeof setTimeout> | undefined;

export function startQuestions(): void {
	required('questions').setAttribute('aria-label', l10n.t('Open questions'));
	window.addEventListener('message', ({ data }: MessageEvent<ToPage>) => {
		switch (data.kind) {
			case 'state':
				show(data);
				break;
			case 'problem':
				cards.get(data.id)?.form?.complain(data.text);
				break;
			case 'focus':
				focusOldest();
				break;
		}
	});
	host.postMessage({ kind: 'ready' });
}

function show({ questions: open, answered }: ToPage & { kind: 'state' }): void {
	const gone = [...cards].filter(([id]) => !open.some(question => question.id === id));
	const come = open.filter(({ id }) => !cards.has(id));
	const hadFocus = gone.some(([, card]) => card.element.contains(document.activeElement));
	for (const [id, card] of gone) {
		card.element.remove();
		cards.delete(id);
	}
	for (const question of come) {
		const card = cardOf(question);
		cards.set(question.id, card);
		required('questions').append(card.element);
	}
	if (gone.length > 0 || come.length > 0) {
		settle();
		required('news').textContent = come.at(-1)?.sentence ?? (open.length === 0 ? l10n.t('No question is open.') : '');
	}
	required('rest').replaceChildren(...(open.length === 0 ? [explanation()] : []), ...historyOf(answered));
	if (hadFocus) {
		focusOldest();
	}
}

/** The heading, not a button: whoever goes on pressing Enter must not answer with it. */
function focusOldest(): void {
	const [oldest] = cards.values();
	const place = oldest?.title ?? required('questions');
	place.tabIndex = -1;
	place.focus();
}

/** After a move, a button may lie where another was a moment ago, so clicks do not count for a while. */
function settle(): void {
	settledAt = performance.now() + SETTLING;
	clearTimeout(settling);
	document.body.classList.add('settling');
	settling = setTimeout(() => document.body.classList.remove('settling'), SETTLING);
}

function cardOf(question: ShownQuestion): Card {
	const {
		id,
		digest,
		asker,
		folder,
		sentence,
		late,
		why,
		files,
		opensAll,
		about,
		answers,
		form: shownForm,
		takesWords,
		until,
	} = question;
	const card = element('article', late ? 'card late' : 'card');
	card.dataset['id'] = id;
	const title = element('h2', '', sentence);
	title.id = `title-${id}`;
	card.setAttribute('aria-labelledby', title.id);
	const words = element('input', 'words');
	words.placeholder = l10n.t('A sentence for the agent (optional)');
	words.setAttribute('aria-label', l10n.t('A sentence for the agent, sent with your answer'));
	words.maxLength = 1000;
	const drawer = shownForm && drawerOf(shownForm.fields, filledIn => answerWith(shownForm.key, filledIn));
	function answerWith(key: string, filledIn?: Form): void {
		if (performance.now() >= settledAt) {
			host.postMessage({
				kind: 'answer',
				id,
				key,
				digest,
				...(words.value !== '' && { words: words.value }),
				...(filledIn && { values: filledIn.values() }),
			});
		}
	}
	const choices = element('div', 'answers');
	choices.setAttribute('role', 'group');
	choices.setAttribute('aria-label', l10n.t('Answers'));
	for (const [index, { key, label }] of answers.entries()) {
		const opened = key === shownForm?.key ? drawer : undefined;
		const press = () => (opened ? opened.toggle(made) : answerWith(key));
		const made = button(label, press, index === 0 ? '' : 'secondary');
		made.setAttribute('aria-describedby', title.id);
		if (opened) {
			made.setAttribute('aria-expanded', 'false');
		}
		choices.append(made);
	}
	const head = element('header');
	head.append(title, choices, ...(takesWords ? [words] : []));
	const facts = element('dl', 'facts');
	facts.append(
		...fact(l10n.t('Who'), asker),
		...fact(l10n.t('Where'), folder),
		...fact(late ? l10n.t('Stays until') : l10n.t('Waits until'), until),
	);
	card.append(head, ...(drawer ? [drawer.element] : []), ...filesOf(id, files, opensAll));
	card.append(...about.flatMap(partOf), element('p', 'why', why), facts);
	return { element: card, title, form: drawer?.form };
}

interface Drawer {
	element: HTMLElement;
	form: Form;
	toggle(opener: HTMLElement): void;
}

/** The form, closed until the user wants it. */
function drawerOf(fields: readonly FormField[], save: (form: Form) => void): Drawer {
	const form = formOf(fields, l10n.t('The rule'));
	const drawer = element('section', 'drawer');
	drawer.hidden = true;
	const buttons = element('div', 'answers');
	buttons.append(button(l10n.t('Save this rule and allow'), () => save(form)));
	drawer.append(form.element, buttons);
	return {
		element: drawer,
		form,
		toggle(opener) {
			drawer.hidden = !drawer.hidden;
			opener.setAttribute('aria-expanded', String(!drawer.hidden));
			// What has moved away from under the pointer must not be pressed by the second half of a double click.
			settle();
			if (!drawer.hidden) {
				form.focus();
			}
		},
	};
}

/** The files of a change: a click on a name shows the comparison, and without its tick a file stays as it is. */
function filesOf(id: string, files: readonly ShownFile[], opensAll: boolean): HTMLElement[] {
	if (files.length === 0) {
		return [];
	}
	const list = element('ul', 'files');
	list.append(...files.map(file => fileOf(id, file)));
	const all = button(l10n.t('Compare All'), () => host.postMessage({ kind: 'open-all', id }), 'secondary');
	return [element('h3', '', files.length === 1 ? l10n.t('File') : l10n.t('Files')), list, ...(opensAll ? [all] : [])];
}

function fileOf(id: string, { key, name, remark, added, removed, opens, canBeLeftOut }: ShownFile): HTMLElement {
	const item = element('li');
	if (canBeLeftOut) {
		const tick = element('input');
		tick.type = 'checkbox';
		tick.checked = true;
		tick.setAttribute('aria-label', l10n.t('Take the change of {0}', name));
		tick.addEventListener('change', () => {
			item.classList.toggle('left-out', !tick.checked);
			host.postMessage({ kind: 'leave-out', id, file: key, out: !tick.checked });
		});
		item.append(tick);
	}
	const title = element(opens ? 'button' : 'span', 'name', name);
	if (opens) {
		title.setAttribute('type', 'button');
		title.title = l10n.t('Show the comparison; you can edit its right side');
		title.addEventListener('click', () => host.postMessage({ kind: 'open', id, file: key }));
	}
	item.append(title, ...(remark === '' ? [] : [element('span', 'remark', remark)]));
	if (added + removed > 0) {
		item.append(element('span', 'added', `+${added}`), element('span', 'removed', `−${removed}`));
	}
	return item;
}

/** The same lines as text, each with the colour that it has in every diff. */
function diffOf(text: string): HTMLElement[] {
	return text.split('\n').map(line => {
		const kind = /^(?:---|\+\+\+) /.test(line) ? 'head' : (DIFF_LINES[line.charAt(0)] ?? '');
		return element('span', kind, line);
	});
}

function partOf({ label, text, size, diff }: ShownPart, index: number): HTMLElement[] {
	const heading = element('h3', '', label);
	heading.append(element('span', 'size', size));
	const block = element('pre', diff ? 'diff' : '', diff ? '' : text);
	block.append(...(diff ? diffOf(text) : []));
	// Scrolled with the keyboard too.
	block.tabIndex = 0;
	block.setAttribute('role', 'region');
	block.setAttribute('aria-label', l10n.t('{0}, part {1}', label, index + 1));
	return [heading, block];
}

function fact(name: string, value: string): HTMLElement[] {
	return [element('dt', '', name), element('dd', '', value)];
}

function explanation(): HTMLElement {
	return element(
		'p',
		'empty',
		l10n.t(
			'When an agent wants to do something that only you may decide, its question appears here. No agent can answer it, and without your answer nothing happens.',
		),
	);
}

function historyOf(answered: readonly ShownAnswer[]): HTMLElement[] {
	if (answered.length === 0) {
		return [];
	}
	const list = element('ul', 'history');
	for (const { answer, sentence, about, time } of answered) {
		const item = element('li');
		item.append(element('strong', '', answer), element('span', 'time', time), element('div', '', sentence));
		item.append(element('code', '', about));
		list.append(item);
	}
	return [element('h2', 'heading', l10n.t('Your last answers')), list];
}
