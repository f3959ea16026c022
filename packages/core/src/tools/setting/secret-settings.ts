/** A value under a name that ends like this is a secret, whatever its form: nothing else about it can tell. */
const SECRET_NAMES = [
	'password',
	'passwd',
	'passphrase',
	'pwd',
	'secret',
	'token',
	'credential',
	'credentials',
	'api key',
	'apikey',
	'access key',
	'private key',
	'account key',
	'secret key',
	'encryption key',
	'signing key',
	'master key',
	'auth key',
	'subscription key',
];
const REDACTED = '[redacted password]';

/**
 * The value of a setting without what its names call a secret, at any depth: `sqltools.connections` has passwords in a list of
 * objects. Settings are read one by one and never written back as a whole, so this rule can be looser than that for code.
 */
export function withoutSecrets(name: string, value: unknown): unknown {
	if (typeof value === 'string') {
		return isSecretName(name) && value !== '' && !isReference(value) ? REDACTED : value;
	}
	if (Array.isArray(value)) {
		return value.map(item => withoutSecrets(name, item));
	}
	if (typeof value === 'object' && value !== null) {
		return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutSecrets(key, item)]));
	}
	return value;
}

/** The last part of a key, in words: `db.apiKey`, `API_KEY` and `api-key` are the same name. */
function isSecretName(name: string): boolean {
	const lastPart = name.split('.').at(-1) ?? '';
	const words = ` ${lastPart
		.split(/[^A-Za-z0-9]+|(?<=[a-z0-9])(?=[A-Z])/)
		.join(' ')
		.trim()
		.toLowerCase()}`;
	return SECRET_NAMES.some(ending => words.endsWith(` ${ending}`));
}

/** `${env:TOKEN}` says where the secret is, not what it is. */
function isReference(value: string): boolean {
	return /^\$\{[^}]*\}$/.test(value);
}
