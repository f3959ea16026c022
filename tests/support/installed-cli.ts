import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { ARTEFACTS } from '../../scripts/build/artefacts.ts';
import { madeOnce } from './made-once.ts';

/** The CLI as npm installs it from the packed tarball, without network: it has no dependencies. */
export function installedCli(): string {
	const folder = madeOnce('cli', prefix => {
		execFileSync('npm', ['install', '--prefix', prefix, '--offline', '--no-save', ARTEFACTS.cliTarball], {
			stdio: 'pipe',
			shell: process.platform === 'win32',
		});
	});
	return join(folder, 'node_modules/hawser/dist/hawser.js');
}
