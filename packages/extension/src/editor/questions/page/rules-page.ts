/** Runs in the panel with the rules. Every word of a rule goes in as text, never as HTML. */
import * as l10n from '@vscode/l10n';
import type { FormField } from '../messages/form-messages.ts';
import type { ShownMode, ShownRule, ShownRules, ToRulesPage } from '../messages/rules-messages.ts';
import { button, element, required } from './dom.ts';
import { type Form, formOf } from './form.ts';
import { host } from './host.ts';

let form: Form | undefined;
let announce = '';
/** What the page shows, as JSON. */
let shown = '';

export function startRules(): void {
	required('heading').textContent = l10n.t('What agents may do');
	window.addEventListener('message', ({ data }: MessageEvent<ToRulesPage>) => {
		if (data.kind === 'state') {
			show(data);
		} else if (data.problem !== '') {
			complain(data.problem);
		} else {
			closeForm();
			required('news').textContent = announce;
		}
	});
	host.postMessage({ kind: 'ready' });
}

function show(state: ShownRules): void {
	// The file is also watched, so what was just saved is told twice; in between, the user may have pressed something.
	const next = JSON.stringify(state);
	if (next === shown) {
		return;
	}
	shown = next;
	const modes = required('modes');
	const list = required('list');
	const focused = document.activeElement?.id ?? '';
	const inPlace = modes.contains(document.activeElement) || list.contains(document.activeElement);
	modes.replaceChildren(
		element('h2', '', l10n.t('Where no rule says otherwise')),
		modesOf(state.modes),
		...(state.modeNote === '' ? [] : [element('p', 'note', state.modeNote)]),
	);
	const { rules, problem, file, empty } = state;
	const changeable = problem === '';
	const add = button(l10n.t('Add a rule'), () => openForm(empty, l10n.t('A new rule')));
	add.id = 'add';
	list.replaceChildren(
		element('h2', '', l10n.t('Rules')),
		element(
			'p',
			'help',
			l10n.t('A rule that denies wins over one that asks, that over one that allows, and all over the mode.'),
		),
		...(changeable ? [] : [problemOf(problem, file)]),
		rules.length === 0
			? element('p', 'empty', changeable ? l10n.t('There are no rules yet.') : '')
			: rulesOf(rules, changeable),
		...(changeable ? [add] : []),
		fileOf(file),
	);
	// What was pressed is still there, or the next best thing is.
	if (inPlace) {
		(document.getElementById(focused) ?? document.getElementById('add'))?.focus();
	}
}

/** Buttons, not a choice that the arrow keys would change on the way. */
function modesOf(shown: readonly ShownMode[]): HTMLElement {
	const row = element('div', 'modes');
	row.setAttribute('role', 'group');
	row.setAttribute('aria-label', l10n.t('Mode'));
	for (const { mode, label, detail, chosen } of shown) {
		const made = button('', () => host.postMessage({ kind: 'mode', mode }), 'mode');
		made.id = `mode-${mode}`;
		made.setAttribute('aria-pressed', String(chosen));
		made.append(element('strong', '', label), element('span', '', detail));
		row.append(made);
	}
	return row;
}

function rulesOf(rules: readonly ShownRule[], changeable: boolean): HTMLElement {
	const made = element('ol', 'rules');
	made.append(...rules.map((rule, index) => itemOf(rule, index, changeable)));
	return made;
}

function itemOf({ key, decision, text, whyNot, fields }: ShownRule, index: number, changeable: boolean): HTMLElement {
	const item = element('li', `rule ${decision}${whyNot === '' ? '' : ' idle'}`);
	const number = element('span', 'number', `${index + 1}`);
	const words = element('div', 'text', text);
	words.append(element('div', 'holds', whyNot === '' ? l10n.t('Holds in this window') : whyNot));
	const actions = element('div', 'actions');
	if (changeable) {
		const change = button(l10n.t('Edit'), () => openForm(fields, l10n.t('Rule {0}', index + 1), key), 'secondary');
		const away = button(l10n.t('Delete'), () => confirmDeletion(actions, key, index), 'secondary');
		change.id = `edit-${index}`;
		away.id = `delete-${index}`;
		change.setAttribute('aria-label', l10n.t('Edit rule {0}', index + 1));
		away.setAttribute('aria-label', l10n.t('Delete rule {0}', index + 1));
		actions.append(change, away);
	}
	item.append(number, words, actions);
	return item;
}

/** A rule that forbids something must not go by a slip of the hand. */
function confirmDeletion(actions: HTMLElement, key: string, index: number): void {
	const before = [...actions.children];
	const keep = button(l10n.t('Keep'), () => {
		actions.replaceChildren(...before);
		document.getElementById(`delete-${index}`)?.focus();
	});
	const away = button(
		l10n.t('Delete it'),
		() => {
			announce = l10n.t('Rule {0} is deleted.', index + 1);
			host.postMessage({ kind: 'delete', key });
		},
		'danger',
	);
	actions.replaceChildren(away, keep);
	keep.focus();
}

function openForm(fields: readonly FormField[], title: string, key?: string): void {
	const editing = required('editing');
	const made = formOf(fields, title);
	form = made;
	const buttons = element('div', 'answers');
	buttons.append(
		button(l10n.t('Save'), () => {
			announce = l10n.t('{0} is saved.', title);
			host.postMessage({ kind: 'save', values: made.values(), ...(key !== undefined && { key }) });
		}),
		button(l10n.t('Cancel'), closeForm, 'secondary'),
	);
	editing.replaceChildren(element('h2', '', title), made.element, buttons);
	editing.hidden = false;
	editing.scrollIntoView({ block: 'nearest' });
	made.focus();
}

function closeForm(): void {
	const editing = required('editing');
	const hadFocus = editing.contains(document.activeElement);
	form = undefined;
	editing.hidden = true;
	editing.replaceChildren();
	if (hadFocus) {
		document.getElementById('add')?.focus();
	}
}

/** Beside the fields while they are open, otherwise where it is read out. */
function complain(problem: string): void {
	if (form) {
		form.complain(problem);
	} else {
		required('news').textContent = problem;
	}
}

function problemOf(problem: string, file: string): HTMLElement {
	const banner = element('div', 'problem');
	banner.setAttribute('role', 'alert');
	banner.append(
		element(
			'p',
			'',
			l10n.t('The file is not understood, so agents have to ask before they change or run anything: {0}', problem),
		),
		element('p', 'help', l10n.t('Until {0} is mended, rules cannot be changed here.', file)),
	);
	return banner;
}

function fileOf(file: string): HTMLElement {
	const line = element('p', 'file help', `${l10n.t('All windows share these rules: {0}', file)} `);
	const open = button(l10n.t('Open as JSON'), () => host.postMessage({ kind: 'openFile' }), 'link');
	open.id = 'open-file';
	line.append(open);
	return line;
}
