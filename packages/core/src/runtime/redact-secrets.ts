import { mapStrings } from '../data/map-strings.ts';
import { redactPrivateKeys } from './private-keys.ts';
import { SECRET_FORMS, type SecretForm } from './secret-forms.ts';

const MIGHT_HOLD_SECRET = new RegExp(
	[...new Set(['private key', ...SECRET_FORMS.flatMap(({ marks }) => marks)])]
		.map(mark => mark.replaceAll(/[.\-/]/g, String.raw`\$&`))
		.join('|'),
	'i',
);

/** Patterns that also tell the places of what they find. */
const FORMS = SECRET_FORMS.map(form => ({ ...form, pattern: new RegExp(form.pattern, `${form.pattern.flags}d`) }));

export interface Redactor {
	/** The text without secrets. */
	redact(text: string): string;
	/** The same for every string and every name in a JSON value. */
	redactAll<Value>(value: Value): Value;
	/** True when there may be a secret in it; most answers hold none, and then this is all they pay. */
	mayHold(text: string): boolean;
	readonly count: number;
}

/** One redactor per answer; `ownSecrets` are known values, such as the window's token, that must never leave. */
export function createRedactor(ownSecrets: readonly string[]): Redactor {
	let count = 0;
	const own = ownSecrets.filter(secret => secret !== '');
	const mayHold = (text: string) => MIGHT_HOLD_SECRET.test(text) || own.some(secret => text.includes(secret));
	const replacement = (kind: string): string => {
		count++;
		return `[redacted ${kind}]`;
	};
	const redact = (text: string): string => {
		if (!mayHold(text)) {
			return text;
		}
		const lower = text.toLowerCase();
		let result = lower.includes('private key') ? redactPrivateKeys(text, () => replacement('private key')) : text;
		for (const form of FORMS) {
			if (form.marks.some(mark => lower.includes(mark))) {
				result = redactForm(result, form, replacement);
			}
		}
		for (const secret of own) {
			if (result.includes(secret)) {
				count++;
				result = result.replaceAll(secret, '[redacted token]');
			}
		}
		return result;
	};
	return {
		redact,
		redactAll: value => (mayHold(JSON.stringify(value)) ? mapStrings(value, redact) : value),
		mayHold,
		get count() {
			return count;
		},
	};
}

function redactForm(
	text: string,
	{ kind, pattern, accepts }: SecretForm,
	replacement: (kind: string) => string,
): string {
	let result = '';
	let done = 0;
	for (const match of text.matchAll(pattern)) {
		const whole = [match.index, match.index + match[0].length] as const;
		// By its place: the same letters may stand before it, as in `postgres://postgres:postgres@db`.
		const [start, end] = match.indices?.groups?.['secret'] ?? whole;
		if (accepts?.(text.slice(start, end)) === false) {
			continue;
		}
		result += text.slice(done, start) + replacement(kind);
		done = end;
	}
	return result + text.slice(done);
}
