import { messageOf } from '@hawser/core/data/message-of.ts';
import { type BrowserContext, chromium } from 'playwright-core';
import { HeadlessError } from './shared/errors.ts';

const ARGUMENTS = [
	// Containers seldom allow the sandbox; the only pages are those of our own server.
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--no-first-run',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	'--disable-dev-shm-usage',
];

export interface StartBrowserOptions {
	executable: string;
	/** VS Code keeps globalState, workspaceState and secrets in the browser, so all windows of a launch share a profile. */
	profile: string;
	/** The folder for Playwright's own files. */
	artefacts: string;
	environment: NodeJS.ProcessEnv;
	viewport: { width: number; height: number };
	timeout: number;
}

export async function startBrowser(options: StartBrowserOptions): Promise<BrowserContext> {
	const { executable, profile, artefacts, environment, viewport, timeout } = options;
	const context = await chromium
		.launchPersistentContext(profile, {
			executablePath: executable,
			artifactsDir: artefacts,
			args: ARGUMENTS,
			env: environment,
			viewport,
			timeout,
			// Whatever is compressed here is unpacked on the same machine.
			extraHTTPHeaders: { 'accept-encoding': 'identity' },
			// Ended together with the server, in the right order: see stop-on-signal.ts.
			handleSIGINT: false,
			handleSIGTERM: false,
			handleSIGHUP: false,
		})
		.catch((cause: unknown) => {
			const said = messageOf(cause);
			throw new HeadlessError('E_BROWSER_FAILED', `${executable} did not start.\n${said}`, { cause });
		});
	// Without it vscode.env.clipboard.readText() never answers.
	await context.grantPermissions(['clipboard-read', 'clipboard-write']);
	return context;
}
