import * as l10n from '@vscode/l10n';
import type { FormField, FormValues } from '../messages/form-messages.ts';
import { element } from './dom.ts';

export interface Form {
	element: HTMLElement;
	values(): FormValues;
	/** Shows what is wrong, and reads it out. */
	complain(problem: string): void;
	focus(): void;
}

let forms = 0;

/** The fields one below the other, each with its label and what may be typed. */
export function formOf(fields: readonly FormField[], name: string): Form {
	const prefix = `form-${++forms}`;
	const made = fields.map(field => ({ field, ...fieldOf(field, `${prefix}-${field.name}`) }));
	const problem = element('p', 'problem');
	problem.setAttribute('role', 'alert');
	problem.hidden = true;
	const group = element('div', 'form');
	group.setAttribute('role', 'group');
	group.setAttribute('aria-label', name);
	group.append(...made.map(({ row }) => row), problem);
	return {
		element: group,
		values: () => Object.fromEntries(made.map(({ field, read }) => [field.name, read()])),
		complain(text) {
			problem.textContent = text;
			problem.hidden = text === '';
			problem.scrollIntoView({ block: 'nearest' });
		},
		focus: () => group.querySelector<HTMLElement>('input, textarea, select')?.focus(),
	};
}

interface MadeField {
	row: HTMLElement;
	read(): string;
}

function fieldOf(field: FormField, id: string): MadeField {
	return field.several === true ? checkboxesOf(field) : labelled(field, id);
}

function labelled(field: FormField, id: string): MadeField {
	const row = element('div', 'field');
	const label = element('label', '', field.label);
	label.htmlFor = id;
	const help = element('div', 'help', field.help);
	help.id = `${id}-help`;
	const input = field.choices ? selectOf(field) : textOf(field);
	input.id = id;
	input.setAttribute('aria-describedby', help.id);
	row.append(label, input, help);
	if (field.visible !== undefined) {
		row.append(
			element('div', 'hidden-characters', l10n.t('It has characters that cannot be seen: {0}', field.visible)),
		);
	}
	return { row, read: () => input.value };
}

/** A text area, because a command may have several lines, and a line of input would drop their ends without a word. */
function textOf({ value }: FormField): HTMLTextAreaElement {
	const area = element('textarea');
	area.rows = Math.min(value.split('\n').length, 6);
	area.spellcheck = false;
	area.value = value;
	return area;
}

function selectOf({ choices = [], value }: FormField): HTMLSelectElement {
	const select = element('select');
	for (const { word, label } of choices) {
		const option = element('option', '', label);
		option.value = word;
		option.selected = word === value;
		select.append(option);
	}
	return select;
}

function checkboxesOf({ label, help, choices = [], value }: FormField): MadeField {
	const chosen = value.split(',');
	const row = element('fieldset', 'field');
	const boxes = choices.map(({ word, label: text }) => {
		const box = element('input');
		box.type = 'checkbox';
		box.value = word;
		box.checked = chosen.includes(word);
		const around = element('label', 'check');
		around.append(box, element('span', '', text));
		return { box, around };
	});
	row.append(element('legend', '', label), ...boxes.map(({ around }) => around), element('div', 'help', help));
	return {
		row,
		read: () =>
			boxes
				.filter(({ box }) => box.checked)
				.map(({ box }) => box.value)
				.join(','),
	};
}
