/** A secret that is one by its very form. */
export interface SecretForm {
	kind: string;
	/** Some of this stands in every text that holds such a secret; lower case. */
	marks: readonly string[];
	/**
	 * The named group `secret` is what goes; without it, the whole match. Linear: it begins with letters of its own, and what
	 * follows either has a bounded length or cannot hold a second beginning.
	 */
	pattern: RegExp;
	/** False for a text that only looks like a secret; it stays. */
	accepts?: (secret: string) => boolean;
}

/**
 * Only what is a secret by its very form. A looser rule (every `password = …`) would blank ordinary code, and an agent
 * that writes back what it read would then destroy it. The forms are those that the issuers publish for secret scanning.
 */
export const SECRET_FORMS: readonly SecretForm[] = [
	{
		kind: 'password',
		marks: ['://'],
		pattern: /\b[a-z][a-z0-9+.-]{1,20}:\/\/[^\s:/@'"<>{}$]{0,100}:(?<secret>[^\s/'"]{1,200})@[^\s/'"@]/gi,
		accepts: secret => !isPlaceholder(secret),
	},
	{ kind: 'token', marks: ['gh'], pattern: /\bgh[pousr]_[A-Za-z0-9]{36,251}\b/g },
	{ kind: 'token', marks: ['github_pat_'], pattern: /\bgithub_pat_[A-Za-z0-9_]{60,251}\b/g },
	{ kind: 'token', marks: ['xox'], pattern: /\bxox[abeoprs]-[A-Za-z0-9-]{10,250}/g, accepts: hasDigit },
	{ kind: 'token', marks: ['xapp-'], pattern: /\bxapp-\d-[A-Za-z0-9-]{20,250}/g },
	{
		kind: 'token',
		marks: ['hooks.slack.com'],
		pattern:
			/\bhooks\.slack\.com\/(?:services|workflows)\/(?<secret>T[A-Z0-9]{5,20}\/[A-Z0-9]{5,20}\/[A-Za-z0-9]{16,64})/g,
	},
	{
		kind: 'token',
		marks: ['gl'],
		pattern: /\bgl(?:pat|dt|rt|rtr|cbt|ptt|ft|soat|agent|imt|ffct|oas)-[A-Za-z0-9_-]{20,300}/g,
		accepts: isRandom,
	},
	{ kind: 'token', marks: ['npm_'], pattern: /\bnpm_[A-Za-z0-9]{36}\b/g },
	{ kind: 'token', marks: ['pypi-'], pattern: /\bpypi-AgE[A-Za-z0-9_-]{50,1000}/g },
	{ kind: 'token', marks: ['rubygems_'], pattern: /\brubygems_[a-f0-9]{48}\b/g },
	{ kind: 'token', marks: ['dckr_'], pattern: /\bdckr_[po]at_[A-Za-z0-9_-]{27,60}/g },
	{ kind: 'key', marks: ['akia', 'asia'], pattern: /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g },
	{
		kind: 'key',
		marks: ['key'],
		pattern:
			/secret[_-]?access[_-]?key["']?[ \t]{0,20}(?:=>|[:=])[ \t]{0,20}["']?(?<secret>[A-Za-z0-9/+]{40})(?![A-Za-z0-9/+=])/gi,
		accepts: isRandom,
	},
	{
		kind: 'token',
		marks: ['token'],
		pattern: /session[_-]?token["']?[ \t]{0,20}(?:=>|[:=])[ \t]{0,20}["']?(?<secret>[A-Za-z0-9/+=]{100,2000})/gi,
	},
	{ kind: 'key', marks: ['sk-ant-', 'sk-proj-'], pattern: /\bsk-(?:ant|proj)-[A-Za-z0-9_-]{32,250}/g },
	{ kind: 'key', marks: ['sk-'], pattern: /(?<![\w-])sk-[A-Za-z0-9_-]{32,250}/g, accepts: isRandom },
	{ kind: 'key', marks: ['gsk_'], pattern: /\bgsk_[A-Za-z0-9]{52}\b/g },
	{ kind: 'key', marks: ['xai-'], pattern: /\bxai-[A-Za-z0-9]{80}\b/g },
	{ kind: 'key', marks: ['pplx-'], pattern: /\bpplx-[A-Za-z0-9]{48}\b/g },
	{ kind: 'token', marks: ['hf_'], pattern: /\bhf_[A-Za-z]{34}\b/g },
	{ kind: 'token', marks: ['r8_'], pattern: /\br8_[A-Za-z0-9]{37}\b/g },
	{
		kind: 'key',
		marks: ['_live_', '_test_'],
		pattern: /\b[sr]k_(?:live|test)_[A-Za-z0-9]{16,250}\b/g,
	},
	{ kind: 'key', marks: ['whsec_'], pattern: /\bwhsec_[A-Za-z0-9+/=]{32,100}/g },
	{ kind: 'key', marks: ['aiza'], pattern: /\bAIza[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])/g },
	{ kind: 'key', marks: ['gocspx-'], pattern: /\bGOCSPX-[A-Za-z0-9_-]{28}/g },
	{ kind: 'token', marks: ['ya29.'], pattern: /\bya29\.[A-Za-z0-9_-]{30,500}/g },
	{ kind: 'token', marks: ['1//0'], pattern: /(?<![\w/])1\/\/0[A-Za-z0-9_-]{40,200}/g, accepts: isRandom },
	{ kind: 'key', marks: ['accountkey='], pattern: /\bAccountKey=(?<secret>[A-Za-z0-9+/]{86}==)/gi },
	{ kind: 'key', marks: ['sharedaccesskey='], pattern: /\bSharedAccessKey=(?<secret>[A-Za-z0-9+/]{43}=)/gi },
	{ kind: 'key', marks: ['sig='], pattern: /[?&]sig=(?<secret>[A-Za-z0-9%+/]{40,120}(?:%3D|=))/gi },
	{ kind: 'key', marks: ['8q~', '7q~'], pattern: /(?<![\w.~-])[\w.~-]{3}[78]Q~[\w.~-]{31,34}(?![\w~-])/g },
	{
		kind: 'key',
		marks: ['sg.'],
		pattern: /\bSG\.[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,64}(?![A-Za-z0-9_-])/g,
		accepts: isRandom,
	},
	{ kind: 'key', marks: ['sk'], pattern: /\bSK[0-9a-f]{32}\b/g },
	{
		kind: 'token',
		marks: ['twilio'],
		pattern: /twilio[_-]?auth[_-]?token["']?[ \t]{0,20}(?:=>|[:=])[ \t]{0,20}["']?(?<secret>[0-9a-f]{32})\b/gi,
	},
	{ kind: 'key', marks: ['key-'], pattern: /\bkey-[0-9a-f]{32}\b/g },
	{ kind: 'key', marks: ['-us'], pattern: /\b[0-9a-f]{32}-us\d{1,2}\b/g },
	{ kind: 'token', marks: [':aa'], pattern: /\b\d{8,10}:AA[A-Za-z0-9_-]{33}(?![A-Za-z0-9_-])/g },
	{ kind: 'token', marks: ['_v1_'], pattern: /\bdo[oprt]_v1_[a-f0-9]{64}\b/g },
	{ kind: 'token', marks: ['dapi'], pattern: /\bdapi[a-f0-9]{32}\b/g },
	{
		kind: 'token',
		marks: ['dp.'],
		pattern: /\bdp\.(?:pt|st|ct|sa|scim|audit)\.[A-Za-z0-9_.-]{40,60}/g,
		accepts: isRandom,
	},
	{ kind: 'key', marks: ['lin_api_'], pattern: /\blin_api_[A-Za-z0-9]{40}\b/g },
	{ kind: 'token', marks: ['ntn_'], pattern: /\bntn_[A-Za-z0-9]{40,60}\b/g },
	{ kind: 'token', marks: ['shp'], pattern: /\bshp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}\b/g },
	{ kind: 'key', marks: ['sq0'], pattern: /\bsq0(?:atp|csp|idp)-[A-Za-z0-9_-]{22,43}/g },
	{ kind: 'key', marks: ['nrak-'], pattern: /\bNRAK-[A-Z0-9]{27}\b/g },
	{ kind: 'token', marks: ['glsa_'], pattern: /\bglsa_[A-Za-z0-9]{32}_[A-Fa-f0-9]{8}\b/g },
	{ kind: 'token', marks: ['hvs.', 'hvb.'], pattern: /\bhv[sb]\.[A-Za-z0-9_-]{24,300}/g, accepts: isRandom },
	{ kind: 'token', marks: ['.atlasv1.'], pattern: /\b[A-Za-z0-9]{14}\.atlasv1\.[A-Za-z0-9_=-]{60,80}/g },
	{ kind: 'token', marks: ['atatt3'], pattern: /\bATATT3[A-Za-z0-9_=-]{100,300}/g },
	{ kind: 'key', marks: ['age-secret-key-1'], pattern: /\bAGE-SECRET-KEY-1[A-Z0-9]{58}\b/g },
	{ kind: 'token', marks: ['sbp_'], pattern: /\bsbp_[a-f0-9]{40}\b/g },
	{ kind: 'key', marks: ['sb_secret_'], pattern: /\bsb_secret_[A-Za-z0-9_-]{20,60}/g },
	{ kind: 'password', marks: ['pscale_'], pattern: /\bpscale_(?:tkn|pw|oauth)_[A-Za-z0-9_.=-]{32,64}/g },
	{ kind: 'key', marks: ['pmak-'], pattern: /\bPMAK-[a-f0-9]{24}-[a-f0-9]{34}\b/g },
	// Not after a sign that may stand inside of one, or `-eyJ-eyJ…` would be followed to its end from each beginning.
	{ kind: 'token', marks: ['eyj'], pattern: /(?<![\w-])eyJ[\w-]{8,}\.eyJ[\w-]{8,}\.[\w-]{16,}/g },
	{
		kind: 'token',
		marks: ['bearer', 'basic'],
		pattern:
			/\bauthorization["']?[ \t]{0,20}[:=][ \t]{0,20}["']?(?:bearer|basic)[ \t]{1,20}(?<secret>[A-Za-z0-9._~+/=-]{20,2000})/gi,
	},
];

function hasDigit(text: string): boolean {
	return /\d/.test(text);
}

/** Made by a machine: digits among letters. A long name with hyphens has none, or only at its end. */
function isRandom(text: string): boolean {
	const body = text.slice(4);
	return /\d/.test(body) && /[A-Za-z]/.test(body) && /[a-zA-Z]\d+[a-zA-Z]/.test(body);
}

/** `user:password@host` of a manual, `${PASSWORD}` of a template: no secrets, and code that must stay as it is. */
function isPlaceholder(password: string): boolean {
	return /^(?:\$\{|\$\(|\{\{?|<|%[({]|\[redacted)|^\$[A-Za-z_]\w*$/.test(password);
}
