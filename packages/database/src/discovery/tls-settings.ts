import { defined } from '../values/parsed-values.ts';
import type { DatabaseAddress, TlsMode } from './found-database.ts';

export type TlsSettings = Pick<DatabaseAddress, 'tls' | 'rootCertificate' | 'clientCertificate' | 'clientKey'>;

const MODES: Record<string, TlsMode> = {
	disable: 'disable',
	disabled: 'disable',
	false: 'disable',
	none: 'disable',
	no: 'disable',
	off: 'disable',
	0: 'disable',
	allow: 'prefer',
	prefer: 'prefer',
	preferred: 'prefer',
	optional: 'prefer',
	require: 'require',
	required: 'require',
	noverify: 'require',
	trust: 'require',
	verifyca: 'verify-ca',
};

/**
 * Reads what drivers call `sslmode`, `ssl-mode`, `sslMode`, `ssl`, `encrypt` and `trustServerCertificate`, in one form; MongoDB's `tls` too. Blanks,
 * hyphens, underscores and capitals in a key do not count. A value that nobody knows asks for the strictest mode.
 */
export function tlsSettings(pairs: Iterable<readonly [string, string | undefined]>): TlsSettings {
	const values = new Map<string, string>();
	for (const [key, value] of pairs) {
		if (value !== undefined && value !== '') {
			values.set(plain(key), value);
		}
	}
	const first = (...keys: readonly string[]) => keys.map(key => values.get(key)).find(value => value !== undefined);
	return defined({
		tls: mode(first),
		rootCertificate: first('sslrootcert', 'sslca', 'rootcertificate', 'mysqlattrsslca', 'tlscafile'),
		clientCertificate: first('sslcert', 'sslcertificate', 'tlscertificatekeyfile'),
		clientKey: first('sslkey', 'tlscertificatekeyfile'),
	});
}

function mode(first: (...keys: readonly string[]) => string | undefined): TlsMode | undefined {
	const named = first('sslmode', 'ssl', 'tls', 'encrypt', 'usessl');
	const accepts = plain(first('sslaccept') ?? '') === 'acceptinvalidcerts';
	const trusts =
		isYes(first('trustservercertificate', 'tlsallowinvalidcertificates', 'tlsinsecure')) ||
		isNo(first('verifyservercertificate')) ||
		accepts;
	if (named === undefined) {
		return trusts ? 'require' : undefined;
	}
	const rejects = /"?rejectUnauthorized"?\s{0,9}:\s{0,9}(true|false)/.exec(named)?.[1];
	const known = rejects === 'false' ? 'require' : MODES[plain(named)];
	return trusts && (known === undefined || known === 'prefer') ? 'require' : (known ?? 'verify-full');
}

function plain(text: string): string {
	return text.toLowerCase().replaceAll(/[-_ ]/g, '');
}

function isYes(value: string | undefined): boolean {
	return value !== undefined && ['true', 'yes', '1'].includes(value.toLowerCase());
}

function isNo(value: string | undefined): boolean {
	return value !== undefined && ['false', 'no', '0'].includes(value.toLowerCase());
}
