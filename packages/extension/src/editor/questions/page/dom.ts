/** A new element; the text goes in as text, never as HTML. */
export function element<Name extends keyof HTMLElementTagNameMap>(
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

/** A button on which only a press of the user counts: neither a script nor the Enter key in a field presses it. */
export function button(label: string, press: () => void, className = ''): HTMLButtonElement {
	const made = element('button', className, label);
	made.type = 'button';
	made.addEventListener('click', event => {
		if (event.isTrusted) {
			press();
		}
	});
	return made;
}

export function required(id: string): HTMLElement {
	const found = document.getElementById(id);
	if (found === null) {
		throw new Error(`The page has no ${id}.`);
	}
	return found;
}
