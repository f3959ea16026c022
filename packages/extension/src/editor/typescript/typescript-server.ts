import { isToolError } from '@hawser/core/errors/tool-error.ts';
import { resultWithin, type TimeLimit } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import type { WatcherEvents } from '../documents/watcher-events.ts';

/** VS Code lets other extensions send only a few requests to TypeScript's server. */
type TypeScriptRequest = 'syntacticDiagnosticsSync' | 'semanticDiagnosticsSync' | 'suggestionDiagnosticsSync';

/** What the plugin within the server understands (`typescript-plugin/plugin.ts`). */
type PluginCommand = 'loadProjects' | 'loadedFiles' | 'placesIn' | 'namesIn' | 'releaseProjects' | 'importEdits';

export interface TypeScriptServer extends vscode.Disposable {
	/** Grows whenever something happened that may make the server load a project. */
	readonly loadGeneration: number;
	/** True when VS Code's own TypeScript support is there and takes questions; starts it if necessary. */
	isRunning(timeLimit: TimeLimit): Promise<boolean>;
	/** True when VS Code's own TypeScript support answers for the document; false with TypeScript 7 and in some forks. */
	answersFor(document: Pick<vscode.TextDocument, 'languageId' | 'uri'>, timeLimit: TimeLimit): Promise<boolean>;
	/**
	 * The body of the answer from the server that loads whole projects; undefined when there is none, or not in time. A file that
	 * is not open is named by its path: it has an answer only while a loaded project contains it.
	 */
	request(
		command: TypeScriptRequest,
		file: vscode.Uri | string,
		timeLimit: TimeLimit,
		options?: { lowPriority: boolean },
	): Promise<unknown>;
	/** The answer of our plugin within that server; undefined when the server does not have it, or not in time. */
	askPlugin(command: PluginCommand, args: object, timeLimit: TimeLimit): Promise<unknown>;
	/** The server reads everything anew before it answers what it is asked next. */
	reload(): Promise<void>;
}

const LANGUAGES: ReadonlySet<string> = new Set(['typescript', 'typescriptreact', 'javascript', 'javascriptreact']);
const EXTENSION = 'vscode.typescript-language-features';
const COMMAND = 'typescript.tsserverRequest';
const RELOAD_COMMAND = 'typescript.reloadProjects';
/** `ExecutionTarget.Semantic`: never the second server, which answers from one file while the project is loading. */
const SEMANTIC_SERVER = { executionTarget: 0 };

export function isTypeScriptLanguage(languageId: string): boolean {
	return LANGUAGES.has(languageId);
}

export function createTypeScriptServer(watcherEvents: WatcherEvents): TypeScriptServer {
	let loadGeneration = 0;
	let hasCommand = false;
	const countDocument = ({ languageId }: vscode.TextDocument) => {
		if (LANGUAGES.has(languageId)) {
			loadGeneration++;
		}
	};
	const subscriptions = vscode.Disposable.from(
		vscode.workspace.onDidOpenTextDocument(countDocument),
		vscode.workspace.onDidCloseTextDocument(countDocument),
		watcherEvents.onDidReport(({ path }) => {
			if (path.endsWith('.json')) {
				loadGeneration++;
			}
		}),
	);
	return {
		get loadGeneration() {
			return loadGeneration;
		},
		async reload() {
			loadGeneration++;
			// With TypeScript 7 there may be no such server to be told.
			if ((await vscode.commands.getCommands(true)).includes(RELOAD_COMMAND)) {
				await vscode.commands.executeCommand(RELOAD_COMMAND);
			}
		},
		dispose() {
			subscriptions.dispose();
		},
		isRunning,
		async answersFor({ languageId, uri }, timeLimit) {
			return LANGUAGES.has(languageId) && uri.scheme === 'file' && (await isRunning(timeLimit));
		},
		request: (command, file, timeLimit, options) => send(command, { file }, timeLimit, options),
		askPlugin(command, args, timeLimit) {
			if (command === 'loadProjects' || command === 'releaseProjects') {
				loadGeneration++;
			}
			// VS Code passes on whatever begins with an underscore, for plugins.
			return send(`_hawser.${command}`, args, timeLimit);
		},
	};

	async function send(command: string, args: object, timeLimit: TimeLimit, options?: object): Promise<unknown> {
		if (timeLimit.milliseconds <= 0) {
			// Nobody would hear the answer, and the server would be busy with it all the same.
			return undefined;
		}
		try {
			const how = { ...SEMANTIC_SERVER, ...options };
			return bodyOf(await resultWithin(vscode.commands.executeCommand(COMMAND, command, args, how), timeLimit));
		} catch (error) {
			if (isToolError(error)) {
				throw error;
			}
			// "No Project" for a file that is not open; the server was stopped; or the user has changed to TypeScript 7.
			hasCommand = false;
			return undefined;
		}
	}

	async function isRunning(timeLimit: TimeLimit): Promise<boolean> {
		const extension = vscode.extensions.getExtension(EXTENSION);
		if (extension === undefined) {
			return false;
		}
		if (!extension.isActive) {
			await resultWithin(extension.activate(), timeLimit);
		}
		// With TypeScript 7, and in some forks, the extension is there but has no such command.
		hasCommand ||= (await vscode.commands.getCommands(true)).includes(COMMAND);
		return hasCommand;
	}
}

/** Answers are `{ type: 'response', success, body }`, or `{ type: 'cancelled' | 'noContent' | 'noServer' }`. */
function bodyOf(answer: unknown): unknown {
	if (typeof answer !== 'object' || answer === null || !('type' in answer) || answer.type !== 'response') {
		return undefined;
	}
	return 'body' in answer ? answer.body : undefined;
}
