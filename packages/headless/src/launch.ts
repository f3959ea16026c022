import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { BrowserContext } from 'playwright-core';
import { type CodeServer, installVsix, startCodeServer } from './code-server.ts';
import type { Editor, LaunchOptions } from './editor.ts';
import { endLaunch, type Launched, processesOf, type StopReport } from './end-launch.ts';
import { EVALUATOR_EXTENSION, SOCKETS_VARIABLE } from './evaluate.ts';
import { ExtensionHosts } from './extension-hosts.ts';
import { type InstalledBrowser, installBrowser } from './install/install-browser.ts';
import { type InstalledEditor, installEditor } from './install/install-editor.ts';
import { addUnpackedExtensions } from './install/unpacked-extensions.ts';
import { createLaunchFolder } from './launch-folder.ts';
import { userSettings } from './settings.ts';
import { HeadlessError } from './shared/errors.ts';
import { startProgress } from './shared/progress.ts';
import { LAUNCH_MARK, serverEnvironment } from './shared/server-environment.ts';
import { stopOnSignal } from './shared/stop-on-signal.ts';
import { startBrowser } from './start-browser.ts';
import { openEditorWindow, type WindowEnvironment } from './window.ts';
import type { Trust } from './workspace-trust.ts';

const DEFAULT_TRUST: Trust = 'trusted';
const DEFAULT_TIMEOUT_MS = 120_000;
const DEFAULT_VIEWPORT = { width: 1280, height: 800 };

/** Starts VS Code on this machine, without a display. Installs it first if that has never happened. */
export async function launchEditor(options: LaunchOptions = {}): Promise<Editor> {
	const { onProgress, proposedApi = 'checked', evaluator = false } = options;
	const report = startProgress(onProgress);
	const [program, browser] = await Promise.all([
		installEditor({ proposedApi, version: options.version, onProgress }),
		installBrowser({ onProgress }),
	]);
	const folder = await createLaunchFolder(userSettings(options.settings));
	const mark = randomBytes(12).toString('hex');
	const keep = options.keep ?? process.env['HAWSER_KEEP'] === '1';
	const sockets = evaluator ? { [SOCKETS_VARIABLE]: folder.sockets } : {};
	const environment = serverEnvironment(folder.root, mark, { ...sockets, ...options.env });

	const launched: Launched = { folder, mark, programFolder: program.folder, keep, windows: new Set() };
	const stop = once(() => endLaunch(launched));
	const forgetSignals = (options.handleSignals ?? true) ? stopOnSignal(stop) : () => undefined;
	const stopCompletely = () => stop().finally(forgetSignals);
	try {
		for (const path of options.vsix ?? []) {
			report(`Installing ${path} …`);
			await installVsix(path, { program, folders: folder, environment });
		}
		const unpacked = [...(options.extensions ?? []), ...(evaluator ? [EVALUATOR_EXTENSION] : [])];
		await addUnpackedExtensions(folder.extensions, unpacked);
		report('Starting VS Code …');
		const { server, context, password } = await start(launched, { program, browser, environment, options });
		report(`VS Code listens on ${server.url}.`);
		return createEditor({ launched, server, context, password, program, environment, options, stop: stopCompletely });
	} catch (cause) {
		await stopCompletely();
		throw cause;
	}
}

interface Ingredients {
	program: InstalledEditor;
	browser: InstalledBrowser;
	environment: Record<string, string>;
	options: LaunchOptions;
}

/** Starts server and browser side by side; if one fails, the other is known to `launched` and can be ended. */
async function start(launched: Launched, { program, browser, environment, options }: Ingredients) {
	const { folder, mark } = launched;
	const { args = [], trust = DEFAULT_TRUST, viewport = DEFAULT_VIEWPORT, timeout = DEFAULT_TIMEOUT_MS } = options;
	const extraArguments = trust === 'trusted' ? ['--disable-workspace-trust', ...args] : args;
	const password = randomBytes(18).toString('base64url');
	const folders = folder;
	const serverStart = startCodeServer({ program, folders, environment, extraArguments, password, limitMs: timeout });
	const browserStart = startBrowser({
		executable: browser.executable,
		profile: folder.browser,
		artefacts: join(folder.temporary, 'playwright'),
		environment: { ...process.env, [LAUNCH_MARK]: mark },
		viewport,
		timeout,
	});
	await Promise.allSettled([
		serverStart.then(server => {
			launched.server = server;
		}),
		browserStart.then(context => {
			launched.context = context;
		}),
	]);
	const [server, context] = [await serverStart, await browserStart];
	await logIn(context, server.url, password);
	return { server, context, password };
}

/** Gives the browser the cookie that every later page needs. */
async function logIn(context: BrowserContext, url: string, password: string): Promise<void> {
	const answer = await context.request.post(`${url}/login`, { form: { password }, maxRedirects: 0 });
	if (answer.status() !== 302) {
		throw new HeadlessError('E_SERVER_FAILED', `code-server did not accept its own password (${answer.status()}).`);
	}
}

interface Parts {
	launched: Launched;
	server: CodeServer;
	context: BrowserContext;
	password: string;
	program: InstalledEditor;
	environment: Record<string, string>;
	options: LaunchOptions;
	stop: () => Promise<StopReport>;
}

function createEditor({ launched, server, context, password, program, environment, options, stop }: Parts): Editor {
	const { folder, windows } = launched;
	const { trust: serverTrust = DEFAULT_TRUST, evaluator = false, timeout = DEFAULT_TIMEOUT_MS } = options;
	const { url, pid, log } = server;
	const logTail = () => log.tail();
	const socketsFolder = evaluator ? folder.sockets : undefined;
	const windowEnvironment: WindowEnvironment = {
		context,
		url,
		hosts: new ExtensionHosts(log),
		socketsFolder,
		timeout,
		serverTrust,
		logTail,
		requireServer() {
			const { exitCode, signalCode } = server.process;
			if (exitCode !== null || signalCode !== null) {
				const how = signalCode ?? `exit code ${exitCode ?? 'unknown'}`;
				throw new HeadlessError('E_SERVER_FAILED', `The editor no longer runs (${how}).\n${logTail()}`);
			}
		},
	};
	return {
		url,
		password,
		pid,
		folder: folder.root,
		env: environment,

		get windows() {
			return [...windows];
		},

		async openWindow(target, windowOptions = {}) {
			const window = await openEditorWindow(target, windowOptions, windowEnvironment);
			windows.add(window);
			window.page.on('close', () => windows.delete(window));
			return window;
		},

		async installVsix(path) {
			await installVsix(path, { program, folders: folder, environment });
		},

		processes: () => processesOf(launched),
		logTail,
		stop,

		async [Symbol.asyncDispose]() {
			await stop();
		},
	};
}

function once<T>(run: () => Promise<T>): () => Promise<T> {
	let result: Promise<T> | undefined;
	return () => (result ??= run());
}
