import { messageOf } from '@hawser/core/data/message-of.ts';
import { type ErrorCode } from '@hawser/core/errors/error-codes.ts';
import { ToolError, type ToolErrorFields } from '@hawser/core/errors/tool-error.ts';
import { shorten } from '@hawser/core/text/shorten.ts';
import type { DatabaseAddress, SshServer } from '../discovery/found-database.ts';
import { scalarText } from '../values/parsed-values.ts';

const MAX_LENGTH = 2_000;

/** A failure in the engine's own words, with no password in it. */
export function failure(
	code: ErrorCode,
	message: string,
	address: DatabaseAddress,
	fields: ToolErrorFields = {},
): ToolError {
	const clean = withoutSecrets(message, address);
	return new ToolError(code, shorten(clean, MAX_LENGTH), fields);
}

export function withoutSecrets(text: string, { password, user, database, host }: DatabaseAddress): string {
	const noLogins = text.replaceAll(/(\b[a-z][a-z0-9+.-]{0,30}:\/\/)[^\s/]*@/gi, '$1');
	// A password that is also the user's name or the database's would blank those in every message.
	if (password === undefined || password.length < 4 || [user, database, host].includes(password)) {
		return noLogins;
	}
	return noLogins.replaceAll(password, '[redacted]').replaceAll(encodeURIComponent(password), '[redacted]');
}

const NETWORK =
	/ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|ECONNRESET|EPIPE|EHOSTUNREACH|ENETUNREACH|ENOENT|EACCES|ESOCKET|ETIMEOUT|PROTOCOL_CONNECTION_LOST/;

export function codeOf(cause: unknown): string {
	return isRecordLike(cause) ? (scalarText(cause.code) ?? '') : '';
}

function isRecordLike(cause: unknown): cause is { code: unknown } {
	return typeof cause === 'object' && cause !== null && 'code' in cause;
}

export function isNetworkFailure(cause: unknown): boolean {
	return (
		NETWORK.test(codeOf(cause)) ||
		/Connection terminated|timeout expired|Connection ended|not queryable|closed state|socket hang up/i.test(
			messageOf(cause),
		)
	);
}

export function unreachable(cause: unknown, address: DatabaseAddress): ToolError {
	return failure('E_DATABASE_UNREACHABLE', `${targetOf(address)} does not answer: ${messageOf(cause)}`, address);
}

/** The address of a database for people, without user and password. */
export function targetOf({ engine, file, socket: named, host, port, database, ssh }: DatabaseAddress): string {
	if (file !== undefined) {
		return file;
	}
	const socket = hasSockets(engine) ? named : undefined;
	const place = `${socket ?? `${host ?? 'localhost'}:${port ?? '?'}`}${database === undefined ? '' : `/${database}`}`;
	return ssh ? `${place} through SSH to ${sshTarget(ssh)}` : place;
}

/** Everything that decides which server it is and as whom it is entered, as people write it. */
function sshTarget({ host, port, user, jump }: SshServer): string {
	const server = `${user === undefined ? '' : `${user}@`}${host}${port === undefined ? '' : `:${port}`}`;
	return jump === undefined ? server : `${server} by way of ${jump}`;
}

/** SQL Server is reached by its host, whatever is named beside it. */
function hasSockets(engine: DatabaseAddress['engine']): boolean {
	return engine !== 'mssql';
}

/** A path, or a pipe of Windows. Drivers take anything else for the name of a host, and so does Windows in a path. */
const LOCAL_SOCKET = /^\/(?![/\\])|^\\\\[.?]\\pipe\\/;

/** Loopback, a Unix socket, or a name that only this machine answers to. */
export function isLocal({ engine, host, socket }: DatabaseAddress): boolean {
	if (socket !== undefined && hasSockets(engine)) {
		return LOCAL_SOCKET.test(socket);
	}
	return host === undefined || /^(?:localhost|127(?:\.\d+){3}|::1|0\.0\.0\.0|.*\.localhost)$/i.test(host);
}
