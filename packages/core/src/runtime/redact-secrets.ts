interface SecretPattern {
	kind: string;
	/** The groups before and after the secret stay. */
	pattern: RegExp;
}

/**
 * Only what is a secret by its very form. A looser rule (every `password = …`) would blank ordinary code, and an agent
 * that writes back what it read would then destroy it.
 */
const PATTERNS: readonly SecretPattern[] = [
	{
		kind: 'private key',
		pattern: /(-----BEGIN [A-Z ]*PRIVATE KEY-----)[\s\S]+?(-----END [A-Z ]*PRIVATE KEY-----)/g,
	},
	{ kind: 'password', pattern: /(\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@'"]{1,100}:)[^\s@/'"]{1,200}(@[^\s/'"]+)/gi },
	{ kind: 'token', pattern: /\b()(?:gh[pousr]_[A-Za-z0-9]{36,251}|github_pat_[A-Za-z0-9_]{60,251})()\b/g },
	{ kind: 'token', pattern: /\b()(?:xox[abeoprs]-[A-Za-z0-9-]{10,250}|glpat-[A-Za-z0-9_-]{20,60})()/g },
	{ kind: 'token', pattern: /\b()npm_[A-Za-z0-9]{36}()\b/g },
	{ kind: 'key', pattern: /\b()(?:AKIA|ASIA)[A-Z0-9]{16}()\b/g },
	{ kind: 'key', pattern: /\b()sk-(?:ant-|proj-)?[A-Za-z0-9_-]{32,250}()/g },
	{ kind: 'key', pattern: /\b()AIza[A-Za-z0-9_-]{35}()/g },
	{ kind: 'token', pattern: /(\bauthorization["']?\s*[:=]\s*["']?bearer\s+)[A-Za-z0-9._~+/=-]{20,2000}()/gi },
];

/** True of every text in which a pattern could match: most answers hold none, and then this is all they pay. */
const MIGHT_HOLD_SECRET = /PRIVATE KEY|:\/\/|gh[pousr]_|github_pat_|xox[abeoprs]-|glpat-|npm_|A[KS]IA|sk-|AIza|bearer/i;

export interface Redactor {
	/** The text without secrets. */
	redact(text: string): string;
	/** The same for every string in a JSON value. */
	redactAll<Value>(value: Value): Value;
	readonly count: number;
}

/** One redactor per answer; `ownSecrets` are known values, such as the window's token, that must never leave. */
export function createRedactor(ownSecrets: readonly string[]): Redactor {
	let count = 0;
	const isHarmless = (text: string) =>
		!MIGHT_HOLD_SECRET.test(text) && !ownSecrets.some(secret => text.includes(secret));
	const redact = (text: string): string => {
		if (isHarmless(text)) {
			return text;
		}
		let result = text;
		for (const { kind, pattern } of PATTERNS) {
			result = result.replace(pattern, (_match, before: string, after: string) => {
				count++;
				return `${before}[redacted ${kind}]${after}`;
			});
		}
		for (const secret of ownSecrets) {
			if (result.includes(secret)) {
				count++;
				result = result.replaceAll(secret, '[redacted token]');
			}
		}
		return result;
	};
	return {
		redact,
		redactAll: value => (isHarmless(JSON.stringify(value)) ? value : mapStrings(value, redact)),
		get count() {
			return count;
		},
	};
}

/** Copies a JSON value with every string changed, keys excepted. */
export function mapStrings<Value>(value: Value, change: (text: string) => string): Value;
export function mapStrings(value: unknown, change: (text: string) => string): unknown {
	if (typeof value === 'string') {
		return change(value);
	}
	if (Array.isArray(value)) {
		return value.map(item => mapStrings<unknown>(item, change));
	}
	if (typeof value === 'object' && value !== null) {
		return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, mapStrings<unknown>(item, change)]));
	}
	return value;
}
