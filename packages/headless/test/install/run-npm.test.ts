import { expect, test } from 'vitest';
import { environmentForNpm } from '../../src/install/run-npm.ts';

test('what a calling npm adds is dropped', () => {
	const environment = {
		PATH: '/bin',
		HOME: '/home/me',
		INIT_CWD: '/repository',
		NODE_ENV: 'production',
		npm_command: 'run-script',
		npm_config_ignore_scripts: 'false',
		npm_config_local_prefix: '/repository',
		npm_config_omit: 'optional',
		npm_config_prefix: '/usr',
		npm_config_workspaces: 'true',
		npm_lifecycle_event: 'start',
		npm_package_json: '/repository/package.json',
	};
	expect(environmentForNpm(environment)).toEqual({ PATH: '/bin', HOME: '/home/me' });
});

test('where packages come from is kept', () => {
	const environment = {
		npm_config_registry: 'https://packages.example/',
		'npm_config_@mine:registry': 'https://mine.example/',
		'npm_config_//mine.example/:_authToken': 'secret',
		npm_config_cafile: '/etc/ca.pem',
		npm_config_https_proxy: 'http://proxy.example:8080',
		NPM_CONFIG_USERCONFIG: '/home/me/.npmrc',
		HTTPS_PROXY: 'http://proxy.example:8080',
		NODE_EXTRA_CA_CERTS: '/etc/ca.pem',
	};
	expect(environmentForNpm(environment)).toEqual(environment);
});
