/** Runs in the view. Every word of a question goes in as text, never as HTML. */
import type { FromPage, ShownAnswer, ShownPart, ShownQuestion, ToPage } from '../messages/page-messages.ts';

declare function acquireVsCodeApi(): { postMessage(message: FromPage): void };

/** Milliseconds in which buttons that have just come under the pointer, or under a typing hand, do nothing. */
const SETTLING = 500;

const host = acquireVsCodeApi();
const questions = required('questions');
const rest = required('rest');
const news = required('news');
const cards = new Map<string, HTMLElement>();
let settledAt = 0;
let settling: ReturnType<typeof setTimeout> | undefined;

window.addEventListener('message', (event: MessageEvent<ToPage>) => {
	show(event.data);
});
host.postMessage({ kind: 'ready' });

function show({ questions: open, answered }: ToPage): void {
	const gone = [...cards].filter(([id]) => !open.some(question => question.id === id));
	const come = open.filter(({ id }) => !cards.has(id));
	for (const [id, card] of gone) {
		card.remove();
		cards.delete(id);
	}
	for (const question of come) {
		const card = cardOf(question);
		cards.set(question.id, card);
		questions.append(card);
	}
	if (gone.length > 0 || come.length > 0) {
		settle();
		news.textContent = come.at(-1)?.sentence ?? (open.length === 0 ? 'No question is open.' : '');
	}
	rest.replaceChildren(...(open.length === 0 ? [explanation()] : []), ...historyOf(answered));
}

/** After a move, a button may lie where another was a moment ago, so clicks do not count for a while. */
function settle(): void {
	settledAt = performance.now() + SETTLING;
	clearTimeout(settling);
	document.body.classList.add('settling');
	settling = setTimeout(() => document.body.classList.remove('settling'), SETTLING);
}

function cardOf({ id, digest, asker, folder, sentence, why, about, answers, until }: ShownQuestion): HTMLElement {
	const card = element('article', 'card');
	card.dataset['id'] = id;
	const title = element('h2', '', sentence);
	title.id = `title-${id}`;
	card.setAttribute('aria-labelledby', title.id);
	const choices = element('div', 'answers');
	choices.setAttribute('role', 'group');
	choices.setAttribute('aria-label', 'Answers');
	for (const { key, label } of answers) {
		const button = element('button', '', label);
		button.setAttribute('type', 'button');
		button.setAttribute('aria-describedby', title.id);
		button.addEventListener('click', event => {
			if (event.isTrusted && performance.now() >= settledAt) {
				host.postMessage({ kind: 'answer', id, key, digest });
			}
		});
		choices.append(button);
	}
	const head = element('header');
	head.append(title, choices);
	const facts = element('dl', 'facts');
	facts.append(...[fact('Who', asker), fact('Where', folder), fact('Waits until', until)].flat());
	card.append(head, ...about.flatMap(partOf), element('p', 'why', why), facts);
	return card;
}

function partOf({ label, text, size }: ShownPart, index: number): HTMLElement[] {
	const heading = element('h3', '', label);
	heading.append(element('span', 'size', size));
	const block = element('pre', '', text);
	// Scrolled with the keyboard too.
	block.tabIndex = 0;
	block.setAttribute('role', 'region');
	block.setAttribute('aria-label', `${label}, part ${index + 1}`);
	return [heading, block];
}

function fact(name: string, value: string): HTMLElement[] {
	return [element('dt', '', name), element('dd', '', value)];
}

function explanation(): HTMLElement {
	return element(
		'p',
		'empty',
		'When an agent wants to do something that only you may decide, its question appears here. No agent can answer it, and without your answer nothing happens.',
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
	return [element('h2', 'heading', 'Your last answers'), list];
}

function element<Name extends keyof HTMLElementTagNameMap>(
	name: Name,
	className = '',
	text = '',
): HTMLElementTagNameMap[Name] {
	const made = document.createElement(name);
	if (className !== '') {
		made.className = className;
	}
	made.textContent = text;
	return made;
}

function required(id: string): HTMLElement {
	const found = document.getElementById(id);
	if (found === null) {
		throw new Error(`The page has no ${id}.`);
	}
	return found;
}
