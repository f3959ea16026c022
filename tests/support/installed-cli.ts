import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ARTEFACTS } from '../../scripts/build/artefacts.ts';

let installed: string | undefined;

/** The CLI as npm installs it from the packed tarball, without network: it has no dependencies. */
export function installedCli(): string {
	if (installed === undefined) {
		const folder = mkdtempSync(join(tmpdir(), 'hawser-cli-'));
		process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
		execFileSync('npm', ['install', '--prefix', folder, '--offline', '--no-save', ARTEFACTS.cliTarball], {
			stdio: 'pipe',
			shell: process.platform === 'win32',
		});
		installed = join(folder, 'node_modules/hawser/dist/hawser.js');
	}
	return installed;
}
