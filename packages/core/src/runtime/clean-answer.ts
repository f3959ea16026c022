import { mapStrings } from '../data/map-strings.ts';
import { mayHideCharacters, showHiddenCharacters } from '../text/show-hidden-characters.ts';
import { createRedactor } from './redact-secrets.ts';

/** Takes out of an answer what must not leave, and shows in it what would hide; one for each answer. */
export interface Cleaner {
	text(text: string): string;
	/** The same for every string and every name in a JSON value. */
	data<Value>(value: Value): Value;
	/** Without secrets, but otherwise as it is: for text that a program writes back. */
	bytes<Value>(value: Value): Value;
	/** Secrets that were taken out so far. */
	readonly redacted: number;
}

/** `ownSecrets` are known values, such as the window's token. */
export function createCleaner(ownSecrets: readonly string[]): Cleaner {
	const redactor = createRedactor(ownSecrets);
	const clean = (text: string) => showHiddenCharacters(redactor.redact(text));
	return {
		text: clean,
		data: value => {
			const json = JSON.stringify(value);
			return redactor.mayHold(json) || mayHideCharacters(json) ? mapStrings(value, clean) : value;
		},
		bytes: redactor.redactAll,
		get redacted() {
			return redactor.count;
		},
	};
}
