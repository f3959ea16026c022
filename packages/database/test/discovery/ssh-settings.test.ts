import { describe, expect, test } from 'vitest';
import { discover } from '../../src/discovery/discover.ts';
import { sshArguments } from '../../src/tunnel/ssh-tunnel.ts';
import { memoryFiles } from '../support/memory-files.ts';

const URL = 'postgres://u:p@db.internal:5432/shop';
const first = (entry: object) => discover(memoryFiles({}), [{ name: 'd', url: URL, ...entry }]).databases[0];

describe('SSH servers as people write them', () => {
	test.each([
		[{ ssh: { host: 'bastion' } }, { host: 'bastion' }],
		[
			{ ssh: { host: 'b.example.com', port: 2222, username: 'me', privateKeyPath: '~/.ssh/key' } },
			{ host: 'b.example.com', port: 2222, user: 'me', privateKey: '~/.ssh/key' },
		],
		[{ ssh: 'bastion' }, { host: 'bastion' }],
		[
			{ ssh_host: 'bastion', ssh_port: 22, ssh_user: 'me', ssh_key: 'key', ssh_proxy_jump: 'a,b@c:1' },
			{ host: 'bastion', port: 22, user: 'me', privateKey: 'key', jump: 'a,b@c:1' },
		],
		[
			{ ssh: 'Enabled', sshOptions: { host: 'bastion', username: 'me' } },
			{ host: 'bastion', user: 'me' },
		],
		[{ ssh: 'Disabled', sshOptions: { host: 'bastion' } }, undefined],
		[{ ssh: false, ssh_host: 'bastion' }, undefined],
		[{}, undefined],
	])('%j', (entry, expected) => {
		expect(first(entry)?.ssh).toEqual(expected);
	});

	test('dbhub.toml', () => {
		const toml = `[[sources]]\nid = "p"\ndsn = "${URL}"\nssh_host = "bastion"\nssh_user = "me"\n`;
		const [found] = discover(memoryFiles({ 'dbhub.toml': toml }), undefined).databases;
		expect(found?.ssh).toEqual({ host: 'bastion', user: 'me' });
	});

	test.each<[Record<string, unknown>, string]>([
		[{ ssh: { host: '-oProxyCommand=touch /tmp/x' } }, 'a host that is an option'],
		[{ ssh: { host: 'a b' } }, 'a host with a blank'],
		[{ ssh: { host: 'a;b' } }, 'a host with a semicolon'],
		[{ ssh: { host: 'h', user: '-oProxyCommand=x' } }, 'a user that is an option'],
		[{ ssh: { host: 'h', proxyJump: '-oProxyCommand=x' } }, 'a jump that is an option'],
		[{ ssh: { host: 'h', proxyJump: 'a$(b)' } }, 'a jump with a command'],
		[{ ssh: { host: 'h', password: 'x' } }, 'a password'],
		[{ ssh: 'h', url: 'postgres://a$(b):1/d' }, 'a database host with a command'],
		[{ ssh: 'h', url: 'mongodb+srv://c.example.net/d' }, 'a host of SRV records'],
	])('%j is refused: %s', entry => {
		const found = first(entry);
		expect(found?.problem).toBeDefined();
		expect(found?.ssh).toBeUndefined();
	});

	test('ssh gets every word as an argument of its own, the host last and after the options', () => {
		const address = { engine: 'postgres', host: 'db.internal', port: 5432 } as const;
		const words = sshArguments(address, { host: 'bastion', port: 22, user: 'me', privateKey: '/k', jump: 'j' }, 4000);
		expect(words.slice(-11)).toEqual(
			['-L', '127.0.0.1:4000:db.internal:5432', '-p', '22', '-l', 'me', '-i', '/k', '-J', 'j', '--', 'bastion'].slice(
				-11,
			),
		);
		expect(words).toContain('StrictHostKeyChecking=yes');
		expect(words).toContain('BatchMode=yes');
		expect(words).toContain('ExitOnForwardFailure=yes');
		expect(words.at(-1)).toBe('bastion');
	});
});
