import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { messageOf } from '@hawser/core/data/message-of.ts';
import { isProcessAlive } from '@hawser/node/process-alive.ts';
import type { BrowserContext, Page } from 'playwright-core';
import { evaluateIn } from './evaluate.ts';
import type { ExtensionHosts } from './extension-hosts.ts';
import { waitFor } from './shared/deadline.ts';
import { HeadlessError } from './shared/errors.ts';
import { untilFoldersAreOpen } from './workspace-folders.ts';
import { overruleTrust, type Trust } from './workspace-trust.ts';

/** VS Code gives deactivate() five seconds. */
const HOST_GOODBYE_MS = 10_000;

const NOTIFICATION = '.notification-list-item';

/** One VS Code window: a page of the browser and the extension host behind it. */
export interface EditorWindow {
	/** Playwright's page, for clicks, keys and anything else. */
	readonly page: Page;
	/** The folder or .code-workspace file that is open. */
	readonly folder: string;
	/** Process id of the extension host; waits for one while the window is starting it. */
	extensionHostPid(): Promise<number>;
	/**
	 * Runs the body of an async function in the extension host, where it sees `vscode`, `args` and `require`, and returns
	 * what it returns (as JSON). Needs `evaluator: true`. Waits for a new extension host while the window reloads.
	 */
	evaluate(body: string, args?: unknown, options?: { timeout?: number }): Promise<unknown>;
	/** Runs a VS Code command with JSON arguments. Needs `evaluator: true`. */
	executeCommand(command: string, ...args: unknown[]): Promise<unknown>;
	/** The text of the modal dialog that blocks the window, or undefined. */
	dialogText(): Promise<string | undefined>;
	/** Presses a button of the modal dialog; waits for the dialog if it is not there yet. */
	answerDialog(button: string | RegExp): Promise<void>;
	/** The texts of the notifications in sight, buttons included, the newest first. */
	notifications(): Promise<string[]>;
	/** Presses a button or a link of the notification with this text; waits for the notification if it is not there yet. */
	answerNotification(text: string | RegExp, answer: string): Promise<void>;
	/** Writes a PNG. */
	screenshot(path: string): Promise<void>;
	/** Loads the window again, with a new extension host. */
	reload(): Promise<void>;
	/** Closes the window as a user would and waits for its extension host, which deactivates its extensions. */
	close(): Promise<void>;
}

export interface OpenWindowOptions {
	/** Other than the default of the launch. */
	trust?: Trust;
	/** Runs before the page loads anything, for page.exposeFunction() and the like. */
	prepare?: (page: Page) => Promise<void>;
	/** Options for the workbench; code-server heeds them only with --vscode-option enable-smoke-test-driver. */
	payload?: readonly (readonly [name: string, value: string])[];
}

/** The parts of its launch that a window needs. */
export interface WindowEnvironment {
	context: BrowserContext;
	url: string;
	hosts: ExtensionHosts;
	/** Absent when the editor was launched without the evaluator. */
	socketsFolder: string | undefined;
	timeout: number;
	serverTrust: Trust;
	logTail: () => string;
	/** Throws when the server has ended, so that nobody waits for what cannot come. */
	requireServer: () => void;
}

export async function openEditorWindow(
	target: string,
	options: OpenWindowOptions,
	environment: WindowEnvironment,
): Promise<EditorWindow> {
	const { context, hosts, serverTrust, timeout, url } = environment;
	const { trust = serverTrust, prepare, payload } = options;
	const folder = resolve(target);
	if (!existsSync(folder)) {
		throw new HeadlessError('E_WINDOW_FAILED', `${folder} does not exist.`, { hint: 'Create it before opening it.' });
	}
	const page = await context.newPage();
	const hostPid = hosts.follow(page);
	try {
		if (trust !== serverTrust) {
			await overruleTrust(page, trust);
		}
		await prepare?.(page);
		const window = createWindow(page, folder, hostPid, environment);
		await page.goto(windowAddress(url, folder, payload), { waitUntil: 'commit', timeout });
		await untilReady(window, environment);
		if (environment.socketsFolder !== undefined && folder.endsWith('.code-workspace')) {
			await untilFoldersAreOpen(window, folder);
		}
		return window;
	} catch (cause) {
		await page.close().catch(() => undefined);
		if (cause instanceof HeadlessError) {
			throw cause;
		}
		const said = messageOf(cause);
		const message = `No window for ${folder}: ${said}\n${environment.logTail()}`;
		throw new HeadlessError('E_WINDOW_FAILED', message, { cause });
	}
}

export function windowAddress(url: string, folder: string, payload?: OpenWindowOptions['payload']): string {
	const parameter = folder.endsWith('.code-workspace') ? 'workspace' : 'folder';
	const query = new URLSearchParams({ [parameter]: folder, ...(payload && { payload: JSON.stringify(payload) }) });
	return `${url}/?${query.toString()}`;
}

function createWindow(
	page: Page,
	folder: string,
	hostPid: () => number | undefined,
	environment: WindowEnvironment,
): EditorWindow {
	const { socketsFolder, timeout, logTail, requireServer } = environment;
	const requireOpen = () => {
		requireServer();
		if (page.isClosed()) {
			throw new HeadlessError('E_WINDOW_CLOSED', `The window on ${folder} is closed.`);
		}
	};
	const window: EditorWindow = {
		page,
		folder,

		extensionHostPid() {
			const missing = () => `The window on ${folder} has no extension host.\n${logTail()}`;
			return waitFor(
				() => {
					requireOpen();
					return hostPid();
				},
				timeout,
				missing,
			);
		},

		async evaluate(body, args = {}, options = {}) {
			if (socketsFolder === undefined) {
				throw new HeadlessError('E_NO_EVALUATOR', 'This editor cannot evaluate code.');
			}
			const limitMs = options.timeout ?? timeout;
			const ask = async () => {
				const pid = await window.extensionHostPid();
				return evaluateIn(socketsFolder, pid, { body, args }, limitMs);
			};
			const silent = () => `The evaluator in the window on ${folder} does not listen.\n${logTail()}`;
			const { value } = await waitFor(ask, limitMs, silent);
			return value;
		},

		executeCommand(command, ...args) {
			return window.evaluate('return vscode.commands.executeCommand(args.command, ...args.args)', { command, args });
		},

		async dialogText() {
			const texts = await page.locator('.monaco-dialog-box .dialog-message-container').allInnerTexts();
			return texts.length === 0 ? undefined : texts.join('\n').trim();
		},

		async answerDialog(button) {
			await page.locator('.monaco-dialog-box').getByRole('button', { name: button }).click({ timeout });
		},

		async notifications() {
			const texts = await page.locator(NOTIFICATION).allInnerTexts();
			return texts.map(text => text.trim());
		},

		async answerNotification(text, answer) {
			const notification = page.locator(NOTIFICATION).filter({ hasText: text });
			// Buttons show only while the pointer is on the notification, or it has the focus.
			await notification.hover({ timeout });
			const choices = notification.locator('a, .monaco-button').filter({ hasText: new RegExp(`^${answer}$`) });
			await choices.click({ timeout });
		},

		async screenshot(path) {
			await page.screenshot({ path, timeout });
		},

		async reload() {
			requireOpen();
			await page.reload({ waitUntil: 'commit', timeout });
			await untilReady(window, environment);
		},

		async close() {
			if (!page.isClosed()) {
				const host = hostPid();
				// Leaving the workbench lets it say goodbye; a page that is merely closed keeps its extension host waiting
				// for a reconnection.
				await page.goto('about:blank', { timeout }).catch(() => undefined);
				await page.close();
				const gone = () => host === undefined || !isProcessAlive(host) || undefined;
				await waitFor(gone, HOST_GOODBYE_MS, () => '').catch(() => endHost(host));
			}
		},
	};
	return window;
}

/** A goodbye that did not reach the server, as on a busy machine, would leave the host waiting for hours for its page. */
function endHost(pid: number | undefined): void {
	if (pid !== undefined && isProcessAlive(pid)) {
		process.kill(pid, 'SIGTERM');
	}
}

async function untilReady(window: EditorWindow, { socketsFolder, timeout }: WindowEnvironment): Promise<void> {
	await window.page.waitForSelector('.monaco-workbench', { timeout });
	await window.extensionHostPid();
	if (socketsFolder !== undefined) {
		await window.evaluate('return true');
	}
}
