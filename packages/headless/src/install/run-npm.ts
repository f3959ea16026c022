import { spawn } from 'node:child_process';
import { HeadlessError } from '../shared/errors.ts';

/**
 * A calling npm adds much to the environment; we keep where packages come from and how to get there.
 * The rest (npm_config_workspaces, npm_config_prefix, npm_config_omit, npm_package_*) would bend our own calls.
 */
const KEPT_NPM_SETTING =
	/^npm_config_(registry|userconfig|globalconfig|cache|cafile|ca|cert|key|proxy|https?_proxy|noproxy|strict_ssl|offline|prefer_offline|fetch_.*|maxsockets|local_address|@.*:registry|\/\/.*)$/i;

/** Settings of the user's npmrc that would break the install are overruled on the command line, which npm ranks highest. */
const FIXED_ARGUMENTS = [
	'--ignore-scripts',
	'--include=optional',
	'--package-lock=true',
	'--global=false',
	'--workspaces=false',
	'--dry-run=false',
	'--engine-strict=false',
	'--install-strategy=hoisted',
	'--bin-links=false',
	'--audit=false',
	'--fund=false',
	'--update-notifier=false',
	'--progress=false',
	'--loglevel=error',
];

const OUTPUT_LIMIT = 4000;

export function environmentForNpm(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
	return Object.fromEntries(
		Object.entries(environment).filter(([name]) => {
			if (/^npm_/i.test(name)) {
				return KEPT_NPM_SETTING.test(name);
			}
			return !/^(INIT_CWD|NODE_ENV|NODE_PATH)$/.test(name);
		}),
	);
}

/** Runs `npm ci` for the lock file in a folder. Rejects with the end of what npm printed. */
export async function npmCleanInstall(folder: string, extraArguments: readonly string[] = [], limitMs = 15 * 60_000) {
	const parameters = ['ci', ...FIXED_ARGUMENTS, ...extraArguments];
	const child = spawn('npm', parameters, {
		cwd: folder,
		env: environmentForNpm(process.env),
		stdio: ['ignore', 'pipe', 'pipe'],
		timeout: limitMs,
	});
	let output = '';
	const collect = (chunk: Buffer) => {
		output = (output + chunk.toString()).slice(-OUTPUT_LIMIT);
	};
	child.stdout.on('data', collect);
	child.stderr.on('data', collect);

	await new Promise<void>((resolve, reject) => {
		child.on('error', cause => {
			const hint = 'npm has to be on the PATH; it comes with Node.js.';
			reject(new HeadlessError('E_NPM_FAILED', `npm could not be started: ${cause.message}`, { hint, cause }));
		});
		child.on('close', (exitCode, signal) => {
			if (exitCode === 0) {
				resolve();
				return;
			}
			const end = signal === null ? `exit code ${exitCode ?? 'unknown'}` : `ended by ${signal}`;
			const message = `npm ci failed (${end}).\n${output.trim()}`;
			reject(new HeadlessError('E_NPM_FAILED', message, { details: { exitCode, signal, folder } }));
		});
	});
}
