import type { StopReport } from './end-launch.ts';
import type { ProposedApi } from './install/versions.ts';
import type { Settings } from './settings.ts';
import type { ProcessInfo } from './shared/processes.ts';
import type { Progress } from './shared/progress.ts';
import type { EditorWindow, OpenWindowOptions } from './window.ts';
import type { Trust } from './workspace-trust.ts';

export interface LaunchOptions {
	/** Version of VS Code, such as '1.103'; by default $HAWSER_EDITOR_VERSION or the newest. */
	version?: string;
	/** VSIX files to install. */
	vsix?: readonly string[];
	/** Folders of unpacked extensions, loaded where they are. */
	extensions?: readonly string[];
	/** User settings on top of a quiet set; undefined takes one of those away. */
	settings?: Settings;
	/** Environment variables for the editor, on top of a small inherited set. */
	env?: Record<string, string>;
	/** More arguments for code-server. */
	args?: readonly string[];
	/** Default for all windows: 'trusted' (default), or 'ask' as a user meets it. */
	trust?: Trust;
	/** Loads a test extension so that window.evaluate() works. Off by default. */
	evaluator?: boolean;
	/** 'checked' (default) refuses proposed APIs as the desktop does. */
	proposedApi?: ProposedApi;
	/** Size of the windows. */
	viewport?: { width: number; height: number };
	/** Milliseconds that any single wait may take; 120 000 unless given. */
	timeout?: number;
	/** Leaves the temporary folder for debugging; also by HAWSER_KEEP=1. */
	keep?: boolean;
	/** Stops the editor on SIGINT, SIGTERM and SIGHUP before they end this process. On by default. */
	handleSignals?: boolean;
	onProgress?: Progress;
}

export interface Editor extends AsyncDisposable {
	/** Address of the server, such as http://127.0.0.1:41234. */
	readonly url: string;
	/** The password that the server asks for when the address is opened in a browser. */
	readonly password: string;
	readonly pid: number;
	/** Temporary folder of this launch, with `home`, `data` (user data), `extensions` and `server.log`. */
	readonly folder: string;
	/** Environment the editor runs in; give it to programs that shall find the same HOME and XDG_RUNTIME_DIR. */
	readonly env: Readonly<Record<string, string>>;
	readonly windows: readonly EditorWindow[];
	/** Opens a folder or a .code-workspace file. Several windows share the server and the browser. */
	openWindow(target: string, options?: OpenWindowOptions): Promise<EditorWindow>;
	/** Installs a VSIX; open windows notice it within seconds, without a reload. */
	installVsix(path: string): Promise<void>;
	/** All processes of this launch that run now. */
	processes(): Promise<ProcessInfo[]>;
	/** The end of the server log. */
	logTail(): string;
	/** Ends every process of this launch and removes its folder. May be called twice. */
	stop(): Promise<StopReport>;
}
