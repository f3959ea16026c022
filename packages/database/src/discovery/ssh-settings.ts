import { isRecord, recordOf } from '@hawser/core/data/plain-data.ts';
import { defined, scalarText } from '../values/parsed-values.ts';
import type { DatabaseAddress, FoundDatabase, SshServer } from './found-database.ts';

/** Names that ssh cannot take for an option, and that need no quoting. */
const HOST = /^\w[\w.:-]{0,254}$/;
const USER = /^\w[\w.@+-]{0,99}$/;
const JUMP = /^\w[\w.@:,-]{0,999}$/;

/**
 * A database behind an SSH server: `ssh: { host, port, user, privateKeyPath }`, `ssh: "alias"` for an entry of the user's own
 * configuration, the `ssh_host` of dbhub, or the `sshOptions` of SQLTools. The same database without one is left as it is.
 */
export function throughSsh(found: FoundDatabase, fields: Readonly<Record<string, unknown>>): FoundDatabase {
	const server = serverOf(fields);
	if (server === undefined || found.problem !== undefined || found.engine === 'sqlite') {
		return found;
	}
	const { socket: _, ...address } = found;
	const problem = 'problem' in server ? server.problem : problemWith(address);
	return problem === undefined && !('problem' in server)
		? { ...address, ssh: server }
		: { ...address, problem: problem ?? '' };
}

function problemWith({ host = 'localhost', srv }: DatabaseAddress): string | undefined {
	if (srv) {
		return 'The servers of mongodb+srv:// cannot be reached through SSH; name one of them with mongodb://.';
	}
	return HOST.test(host) ? undefined : `The host "${host.slice(0, 60)}" cannot be reached through SSH.`;
}

function serverOf(fields: Readonly<Record<string, unknown>>): SshServer | { problem: string } | undefined {
	const { ssh } = fields;
	const nested = isRecord(ssh) ? ssh : recordOf(fields['sshOptions']);
	const isOff = ssh === false || (typeof ssh === 'string' && /^(?:disabled|false|no)$/i.test(ssh));
	const alias = typeof ssh === 'string' && !/^(?:enabled|true|yes)$/i.test(ssh) ? ssh : undefined;
	const text = (...keys: readonly string[]) =>
		keys.map(key => scalarText(nested[key])).find(value => value !== undefined);
	const flat = (key: string) => scalarText(fields[key]);
	const host = text('host', 'hostname') ?? flat('ssh_host') ?? alias;
	if (host === undefined || host === '' || isOff) {
		return undefined;
	}
	const port = Number(text('port') ?? flat('ssh_port'));
	const server = defined({
		host,
		port: Number.isInteger(port) && port > 0 && port < 65_536 ? port : undefined,
		user: text('user', 'username') ?? flat('ssh_user'),
		privateKey: text('privateKeyPath', 'privateKey', 'identityFile', 'keyFile', 'key') ?? flat('ssh_key'),
		jump: text('proxyJump', 'jump') ?? flat('ssh_proxy_jump'),
	});
	if (!HOST.test(server.host) || !USER.test(server.user ?? 'u') || !JUMP.test(server.jump ?? 'j')) {
		return { problem: 'The SSH server has a name that cannot be one.' };
	}
	const hasPassword = (text('password', 'passphrase') ?? flat('ssh_password') ?? flat('ssh_passphrase')) !== undefined;
	return hasPassword && server.privateKey === undefined
		? { problem: 'SSH with a password is not supported: use a key, or an SSH agent.' }
		: server;
}
