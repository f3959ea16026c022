import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir, userInfo } from 'node:os';
import { delimiter, join } from 'node:path';
import { eventually } from '../../../../tests/support/eventually.ts';
import { type DebianProgram, findDebianProgram } from './debian-program.ts';
import { freePort } from './free-port.ts';
import { runProgram } from './run-program.ts';
import { giveTo, unprivileged } from './unprivileged.ts';

export function findSshd(): Promise<DebianProgram | undefined> {
	return findDebianProgram('usr/sbin/sshd', ['openssh-server', 'libwrap0']);
}

/**
 * OpenSSH's server on this machine alone, with keys of its own, for one user. `trusted` is a folder with a program `ssh` that knows the
 * server's key: the real one with a configuration of its own, because ssh takes no other home than that of the system's list.
 */
export async function startSshd({ file, env }: DebianProgram) {
	const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hawser-ssh-')));
	chmodSync(folder, 0o755);
	const owner = unprivileged();
	const user = owner.uid === undefined ? userInfo().username : 'nobody';
	const at = (name: string) => join(folder, name);
	for (const name of ['host-key', 'user-key', 'other-key']) {
		await runProgram('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', at(name)]);
	}
	writeFileSync(at('authorized'), readFileSync(at('user-key.pub')));
	giveTo(at('host-key'), owner);
	const port = await freePort();
	writeFileSync(
		at('sshd-config'),
		[
			`ListenAddress 127.0.0.1:${port}`,
			`HostKey ${at('host-key')}`,
			`AuthorizedKeysFile ${at('authorized')}`,
			'StrictModes no',
			// Without it, a user whose password the server may not read counts as locked.
			'UsePAM yes',
			'PasswordAuthentication no',
			'KbdInteractiveAuthentication no',
			'PidFile none',
		].join('\n'),
	);
	const server = spawn(file, ['-D', '-e', '-f', at('sshd-config')], { env, ...owner, stdio: 'ignore' });
	await eventually(async () => {
		const socket = connect(port, '127.0.0.1');
		await once(socket, 'connect');
		socket.destroy();
	});
	const [type, key] = readFileSync(at('host-key.pub'), 'utf8').split(' ');
	writeFileSync(at('known'), `[127.0.0.1]:${port} ${type} ${key}\n`);
	writeFileSync(at('known-to-nobody'), '');
	const ssh = (await runProgram('sh', ['-c', 'command -v ssh'])).trim();
	const clientFolder = (name: string, knownHosts: string) => {
		mkdirSync(at(name));
		writeFileSync(
			at(`${name}/config`),
			`UserKnownHostsFile ${knownHosts}\nGlobalKnownHostsFile /dev/null\nIdentityAgent none\n`,
		);
		writeFileSync(at(`${name}/ssh`), `#!/bin/sh\nexec ${ssh} -F ${at(`${name}/config`)} "$@"\n`, { mode: 0o755 });
		return [at(name), process.env['PATH'] ?? ''].join(delimiter);
	};
	return {
		port,
		user,
		key: at('user-key'),
		otherKey: at('other-key'),
		/** Values of PATH. */
		trusted: clientFolder('trusted', at('known')),
		untrusted: clientFolder('untrusted', at('known-to-nobody')),
		async dispose() {
			if (server.exitCode === null) {
				const ended = once(server, 'exit');
				server.kill();
				await ended;
			}
			rmSync(folder, { recursive: true, force: true });
		},
	};
}
