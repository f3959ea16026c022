interface ErrorFacts {
	meaning: string;
	/** The next step that is likely to work, in the imperative. A throw may give a better one. */
	hint: string;
}

/** Everything this library can fail with. */
export const ERROR_CODES = {
	E_UNSUPPORTED_PLATFORM: {
		meaning: 'code-server cannot run on this system.',
		hint: 'Use Linux or macOS; on Windows run it inside WSL.',
	},
	E_UNKNOWN_VERSION: {
		meaning: 'There is no recipe for this version of VS Code.',
		hint: 'Leave the version out for the newest.',
	},
	E_NO_NODE: {
		meaning: 'There is no Node.js of the right version to run code-server with.',
		hint: 'Start this program with Node.js 24.',
	},
	E_NPM_FAILED: {
		meaning: 'npm could not fetch a package.',
		hint: 'Read the npm output in the message; the registry has to be reachable for the first install.',
	},
	E_PATCH_NOT_APPLIED: {
		meaning: 'The built files of code-server do not look as this recipe expects.',
		hint: "Use the pinned code-server version, or launch with proposedApi: 'allowed'.",
	},
	E_INSTALL_FAILED: {
		meaning: 'The install into the cache folder did not end with a usable program.',
		hint: 'Remove the cache folder and try again.',
	},
	E_NO_BROWSER: {
		meaning: 'No Chromium-based browser was found.',
		hint: 'Install Chromium or Chrome, or put the path of one into HAWSER_BROWSER.',
	},
	E_BROWSER_FAILED: {
		meaning: 'The browser did not start.',
		hint: 'Run the browser by hand with --headless --version and read what it says.',
	},
	E_SERVER_FAILED: {
		meaning: 'code-server ended or did not begin to listen.',
		hint: 'Read the server log in the message.',
	},
	E_EXTENSION_INSTALL: {
		meaning: 'An extension could not be installed.',
		hint: 'Check the path and that the file is a VSIX made by vsce.',
	},
	E_WINDOW_FAILED: {
		meaning: 'The window did not come up.',
		hint: 'Read the server log in the message; a screenshot of window.page often says more.',
	},
	E_WINDOW_CLOSED: {
		meaning: 'The window is closed.',
		hint: 'Open another with editor.openWindow().',
	},
	E_NO_EVALUATOR: {
		meaning: 'The editor was launched without the evaluator extension.',
		hint: 'Launch with evaluator: true.',
	},
	E_EVALUATION: {
		meaning: 'The code that was sent into the extension host threw.',
		hint: 'The stack in details is that of the extension host.',
	},
	E_HOST_GONE: {
		meaning: 'The extension host ended before it answered.',
		hint: 'Evaluate again: the window starts a new extension host by itself.',
	},
	E_TIMEOUT: {
		meaning: 'Something did not happen in time.',
		hint: 'Give a longer timeout if the machine is slow; otherwise read the log in the message.',
	},
} as const satisfies Record<`E_${string}`, ErrorFacts>;

export type ErrorCode = keyof typeof ERROR_CODES;

export interface HeadlessErrorFields {
	hint?: string;
	/** Facts a program can act on, such as the exit code of npm. */
	details?: Record<string, unknown>;
	cause?: unknown;
}

export class HeadlessError extends Error {
	override readonly name = 'HeadlessError';
	readonly code: ErrorCode;
	readonly hint: string;
	readonly details: Record<string, unknown>;

	constructor(code: ErrorCode, message: string, { hint, details = {}, cause }: HeadlessErrorFields = {}) {
		const advice = hint ?? ERROR_CODES[code].hint;
		// The advice is part of the message because test runners print nothing else.
		super(`${message}\n${advice}`, { cause });
		this.code = code;
		this.hint = advice;
		this.details = details;
	}
}
