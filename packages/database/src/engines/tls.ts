import { readFileSync, statSync } from 'node:fs';
import { isIP } from 'node:net';
import { checkServerIdentity } from 'node:tls';
import { messageOf } from '@hawser/core/data/message-of.ts';
import type { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { DatabaseAddress, TlsMode } from '../discovery/found-database.ts';
import { codeOf, failure, isLocal, targetOf } from './failure.ts';

/**
 * Decides the TLS mode of an address. A server elsewhere is only talked to encrypted and once it has proved who it is, unless the
 * address says otherwise; what never leaves the machine needs neither. There is no way back to plain text that nobody wrote.
 */
export function tlsModeOf(address: DatabaseAddress): Exclude<TlsMode, 'prefer'> {
	const local = isLocal(address);
	const { tls } = address;
	if (tls === undefined) {
		// SQL Server encrypts the login in any case, with a certificate that it makes itself.
		return local ? (address.engine === 'mssql' ? 'require' : 'disable') : 'verify-full';
	}
	switch (tls) {
		case 'prefer':
			return local ? 'disable' : 'require';
		case 'require':
			// As libpq does it: a certificate that is given is also used.
			return address.rootCertificate === undefined ? 'require' : 'verify-ca';
		case 'disable':
		case 'verify-ca':
		case 'verify-full':
			return tls;
	}
}

export interface TlsOptions {
	rejectUnauthorized: boolean;
	checkServerIdentity: typeof checkServerIdentity;
	ca?: string;
	cert?: string;
	key?: string;
}

/** The options that a driver hands to Node; undefined for a connection in plain text. */
export function tlsOptions(address: DatabaseAddress): TlsOptions | undefined {
	const mode = tlsModeOf(address);
	if (mode === 'disable') {
		return undefined;
	}
	const { rootCertificate, clientCertificate, clientKey } = address;
	return {
		rejectUnauthorized: mode !== 'require',
		// The name that was asked for, whatever the driver believes it to be.
		checkServerIdentity: (_host, certificate) =>
			mode === 'verify-full' ? checkServerIdentity(address.host ?? 'localhost', certificate) : undefined,
		...(rootCertificate !== undefined && rootCertificate !== 'system' && { ca: read(rootCertificate, address) }),
		...(clientCertificate !== undefined && { cert: read(clientCertificate, address) }),
		...(clientKey !== undefined && { key: read(clientKey, address) }),
	};
}

/** MySQL's driver compares the certificate with the host's name only, so an IP address cannot be checked. */
export function requireCheckableHost(address: DatabaseAddress): void {
	if (tlsModeOf(address) !== 'verify-full') {
		return;
	}
	if (address.tunnelPort !== undefined) {
		throw tlsError('the certificate cannot be compared with a name behind a tunnel', address);
	}
	if (isIP(address.host ?? '') !== 0) {
		throw tlsError('the certificate cannot be compared with an IP address', address);
	}
}

const TLS_FAILURE =
	/SELF_SIGNED|UNABLE_TO_|CERT_|ALTNAME|HANDSHAKE_NO_SSL_SUPPORT|HANDSHAKE_SSL_ERROR|ERR_SSL|ERR_TLS|EPROTO|certificate|does not support (?:SSL|secure)|SSL connection|encryption/i;

/** The failure as one of TLS, with what can be set; undefined when it is another. */
export function tlsFailure(cause: unknown, address: DatabaseAddress): ToolError | undefined {
	const isTls = tlsModeOf(address) !== 'disable' && TLS_FAILURE.test(`${codeOf(cause)} ${messageOf(cause)}`);
	return isTls ? tlsError(messageOf(cause), address) : undefined;
}

const ADVICE = {
	postgres:
		'sslrootcert=/path/to/ca.pem to trust its certificate, sslmode=require to encrypt without checking who answers, or sslmode=disable for plain text',
	mysql:
		'ssl-ca=/path/to/ca.pem to trust its certificate, ssl-mode=REQUIRED to encrypt without checking who answers, or ssl-mode=DISABLED for plain text',
	mssql:
		'trustServerCertificate=true to encrypt without checking who answers, or encrypt=false for an unencrypted connection',
	mongodb:
		'tlsCAFile=/path/to/ca.pem to trust its certificate, tlsAllowInvalidCertificates=true to encrypt without checking who answers, or tls=false for plain text',
	redis:
		'sslrootcert=/path/to/ca.pem to trust its certificate, ssl=require to encrypt without checking who answers, or ssl=disable for plain text',
};

function adviceFor({ engine }: DatabaseAddress): string {
	return engine === 'mariadb' || engine === 'sqlite' ? ADVICE.mysql : ADVICE[engine];
}

function tlsError(why: string, address: DatabaseAddress): ToolError {
	const advice = adviceFor(address);
	const hint = `Tell the user: they can add to the address ${advice}. Do not change it yourself.`;
	return failure('E_DATABASE_TLS', `No secure connection to ${targetOf(address)}: ${why}.`, address, { hint });
}

/** All authorities of a system are a quarter of that. */
const MAX_CERTIFICATE_SIZE = 1024 * 1024;

/** The project names the file, and may name a device or a pipe: nothing would come back from those. */
function read(file: string, address: DatabaseAddress): string {
	try {
		const stats = statSync(file);
		if (stats.isFile() && stats.size <= MAX_CERTIFICATE_SIZE) {
			return readFileSync(file, 'utf8');
		}
	} catch {
		// The file is not there, or we may not read it.
	}
	throw tlsError(`the certificate file ${file} cannot be read`, address);
}
