import { spawn } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { installOnce } from '@hawser/headless/install/cache-folder.ts';
import { environmentForNpm } from '@hawser/headless/install/run-npm.ts';
import type { AgentPackage } from './agent-packages.ts';

const PATIENCE = 15 * 60_000;

/** Installs a client into the cache; the second time it is only looked up. Gives the script that Node runs. */
export async function installAgent({ title, name, version, script }: AgentPackage): Promise<string> {
	const target = join(agentCache(), `${name.replace(/^@/, '').replace('/', '-')}-${version}`);
	const say = (text: string) => process.stderr.write(`${text}\n`);
	await installOnce(
		target,
		async folder => {
			const startedAt = Date.now();
			say(`Installing ${title} ${version} from npm, once …`);
			writeFileSync(join(folder, 'package.json'), '{ "private": true }\n');
			await npmInstall(folder, `${name}@${version}`);
			say(`Installed ${title} ${version} in ${Math.round((Date.now() - startedAt) / 1000)} s.`);
		},
		() => say(`Another process is installing ${title}; waiting for it …`),
	);
	return join(target, 'node_modules', name, script);
}

/** Beside the cache of the editor, never in node_modules, which `npm ci` empties. */
function agentCache({ HAWSER_AGENT_CACHE: own, XDG_CACHE_HOME: xdg }: NodeJS.ProcessEnv = process.env): string {
	if (own !== undefined && own !== '') {
		return own;
	}
	return join(xdg === undefined || xdg === '' ? join(homedir(), '.cache') : xdg, 'hawser-agents');
}

/** Install scripts stay off: the programs come as optional packages for the platform, and the scripts only copy them. */
function npmInstall(folder: string, spec: string): Promise<void> {
	const quiet = ['--no-audit', '--no-fund', '--no-update-notifier', '--progress=false', '--loglevel=error'];
	const child = spawn('npm', ['install', '--ignore-scripts', '--include=optional', '--save-exact', ...quiet, spec], {
		cwd: folder,
		env: environmentForNpm(process.env),
		stdio: ['ignore', 'pipe', 'pipe'],
		timeout: PATIENCE,
		shell: process.platform === 'win32',
	});
	let output = '';
	child.stdout.on('data', (bytes: Buffer) => (output += bytes.toString()));
	child.stderr.on('data', (bytes: Buffer) => (output += bytes.toString()));
	return new Promise((resolve, reject) => {
		child.on('error', reject);
		child.on('close', code => {
			if (code === 0) {
				resolve();
			} else {
				reject(new Error(`npm install ${spec} failed (${code ?? 'ended'}).\n${output.slice(-4000)}`));
			}
		});
	});
}
