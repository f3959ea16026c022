import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { FoundSymbol, Symbols } from '@hawser/core/ports/symbols.ts';
import { delay, limited, resultWithin, startTimeLimit, type TimeLimit } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import type { FreshDocuments } from '../documents/fresh-document.ts';
import { answerShape } from '../language/answer-shape.ts';
import type { DeclarationCheck } from '../language/declaration-check.ts';
import type { LanguageFiles } from '../language/language-files.ts';
import type { LanguageServers } from '../language/language-servers.ts';
import { serverExtensions } from '../language/server-extensions.ts';
import type { Ripgrep } from '../search/ripgrep.ts';
import { workspaceFiles } from '../search/workspace-files.ts';
import type { NamedFiles } from '../shared/named-files.ts';
import { toRange } from '../shared/positions.ts';
import type { ScriptProjects } from '../typescript/script-projects.ts';
import type { SourceMentions } from '../typescript/source-mentions.ts';
import type { TypeScriptEvents } from '../typescript/typescript-events.ts';
import { isTypeScriptLanguage, type TypeScriptServer } from '../typescript/typescript-server.ts';
import { isScript, type UnloadedScripts } from '../typescript/unloaded-scripts.ts';
import { kindName } from './outline-tree.ts';

export type WorkspaceSymbols = Pick<Symbols, 'search'>;

const CALL_LIMIT = 25_000;
const WAKE_LIMIT = 3000;
const CHECK_LIMIT = 10_000;
const FIRST_PAUSE = 150;
const MAX_PAUSE = 1500;
/** When neither the answer nor the doubts about it change for this long, more waiting would not help. */
const NO_PROGRESS = 12_000;
/** VS Code asks TypeScript for this many, and TypeScript gives its best ones. */
const TYPESCRIPT_LIMIT = 256;
/** Other servers give this many at least before they leave some out. */
const COMMON_LIMIT = 100;

type UnloadedNames = NonNullable<Awaited<ReturnType<UnloadedScripts['names']>>>;

const NO_NAMES: UnloadedNames = { symbols: [], limited: false };

export function createWorkspaceSymbols({
	named,
	languageServers,
	typeScript,
	typeScriptEvents,
	mentions,
	scriptProjects,
	unloadedScripts,
	languageFiles,
	declarationCheck,
	freshDocuments,
	ripgrep,
}: {
	named: NamedFiles;
	languageServers: LanguageServers;
	typeScript: TypeScriptServer;
	typeScriptEvents: TypeScriptEvents;
	mentions: SourceMentions;
	scriptProjects: ScriptProjects;
	unloadedScripts: UnloadedScripts;
	languageFiles: LanguageFiles;
	declarationCheck: DeclarationCheck;
	freshDocuments: FreshDocuments;
	ripgrep: Ripgrep;
}): WorkspaceSymbols {
	return {
		async search(query, signal) {
			const { left } = startTimeLimit(CALL_LIMIT, signal);
			await typeScriptEvents.deliver(left());
			const [scripts, files] = await Promise.all([mentions.scripts(signal), workspaceFiles(ripgrep, signal)]);
			const languages = await wakeServers(files, left);
			const byTypeScript = scripts.length > 0 && (await typeScript.isRunning(left()));
			const unloaded = byTypeScript ? await inUnloadedScripts(query, left) : NO_NAMES;
			const { found, whole, limited: isLimited } = await askUntilWhole(query, languages, left);
			const own = eachOnce([...(found ?? []), ...(unloaded?.symbols ?? [])].filter(isOwn));
			if (own.length === 0 && scripts.length === 0 && languages.length === 0) {
				throw new ToolError('E_NO_LANGUAGE_SERVER', 'No extension in this window lists the symbols of its files.');
			}
			return {
				freshness: unloaded && whole ? 'fresh' : 'not_ready',
				symbols: own.map(symbol => toFound(symbol, named)),
				limited: isLimited || unloaded?.limited === true,
			};
		},
	};

	/**
	 * Starts the servers of all languages that the workspace has files in. Some know a project only while a file of it is open, and
	 * VS Code closes what nobody shows after some minutes.
	 */
	async function wakeServers(files: readonly string[], left: () => TimeLimit): Promise<string[]> {
		const firstFiles = new Map<string, string>();
		for (const file of files) {
			const language = languageFiles.languageOf(file);
			if (language !== undefined && !firstFiles.has(language) && mayListSymbols(language)) {
				firstFiles.set(language, file);
			}
		}
		await Promise.all(
			[...firstFiles].map(async ([language, file]) => {
				await languageServers.start(language, left());
				if (!languageServers.isShipped(language) && !hasOpenFile(language)) {
					await freshDocuments.open(vscode.Uri.file(file), limited(left(), WAKE_LIMIT)).catch(() => undefined);
				}
			}),
		);
		return [...firstFiles.keys()];
	}

	function hasOpenFile(language: string): boolean {
		return vscode.workspace.textDocuments.some(
			({ languageId, uri }) => languageId === language && uri.scheme === 'file',
		);
	}

	/** Of VS Code's own servers, beside TypeScript's, only that for Markdown lists the symbols of the workspace. */
	function mayListSymbols(language: string): boolean {
		return serverExtensions(language).length > 0 && (!languageServers.isShipped(language) || language === 'markdown');
	}

	/** Asks until every file that declares the name is in the answer, or no more is learned. */
	async function askUntilWhole(
		query: string,
		languages: readonly string[],
		left: () => TimeLimit,
	): Promise<{ found: vscode.SymbolInformation[] | undefined; whole: boolean; limited: boolean }> {
		const byTypeScript = await typeScript.isRunning(left());
		const checked = new Set(
			languages.filter(
				language => !languageServers.isShipped(language) && !(byTypeScript && isTypeScriptLanguage(language)),
			),
		);
		let found: vscode.SymbolInformation[] | undefined;
		let state = '';
		let lastShape: string | undefined;
		let lastProgress = Date.now();
		for (let pause = FIRST_PAUSE; ; pause = Math.min(pause * 2, MAX_PAUSE)) {
			found = await resultWithin(
				Promise.resolve(
					vscode.commands.executeCommand<vscode.SymbolInformation[] | undefined>(
						'vscode.executeWorkspaceSymbolProvider',
						query,
					),
				).then(symbols => symbols ?? []),
				left(),
			);
			const byCount = (found?.length ?? 0) >= TYPESCRIPT_LIMIT;
			if (found === undefined || checked.size === 0) {
				return { found, whole: found !== undefined, limited: byCount };
			}
			for (const language of new Set(found.map(({ location }) => languageFiles.languageOf(location.uri.fsPath)))) {
				if (language !== undefined && checked.has(language)) {
					languageServers.learn(language, 'searches');
				}
			}
			const shape = answerShape(found);
			const { missing, proven, asked, unlisted } = await declarationCheck.review(
				query,
				found,
				checked,
				limited(left(), CHECK_LIMIT),
			);
			const answer = { found: [...found, ...proven], limited: byCount || (unlisted && found.length >= COMMON_LIMIT) };
			// What a server said before it was shown the files counts only if it says the same afterwards.
			if (missing.length === 0 && (!asked || shape === lastShape)) {
				return { ...answer, whole: true };
			}
			if (lastShape !== undefined && shape !== lastShape) {
				checked.forEach(languageServers.noteGrowth);
			}
			const current = [shape, ...[...missing].sort()].join('\0');
			lastProgress = current === state ? lastProgress : Date.now();
			state = current;
			lastShape = shape;
			if (left().milliseconds <= pause || Date.now() - lastProgress > NO_PROGRESS) {
				return { ...answer, whole: false };
			}
			await delay(missing.length === 0 ? 0 : pause, left().signal);
		}
	}

	/** To load all projects would take TypeScript gigabytes in a large repository. Undefined when some files are neither loaded nor asked about. */
	async function inUnloadedScripts(query: string, left: () => TimeLimit): Promise<UnloadedNames | undefined> {
		const mentioning = await mentions.findNames(query, left().signal);
		await scriptProjects.begin(mentioning, left());
		const outside = await scriptProjects.notLoaded(mentioning, left());
		const scripts = outside.filter(isScript);
		const names = scripts.length === 0 ? NO_NAMES : await unloadedScripts.names(query, scripts, left());
		const { state } = await scriptProjects.load(names ? outside.filter(uri => !isScript(uri)) : outside, left());
		return state !== 'too_many' && (await hasAnswered(left())) ? (names ?? NO_NAMES) : undefined;
	}

	/** Questions to the server are answered in turn: once this is, all projects that were opened are loaded. */
	async function hasAnswered(timeLimit: TimeLimit): Promise<boolean> {
		const document = vscode.workspace.textDocuments.find(
			({ uri, languageId }) => uri.scheme === 'file' && /^(?:type|java)script/.test(languageId),
		);
		if (document === undefined || !(await typeScript.answersFor(document, timeLimit))) {
			return true;
		}
		return (await typeScript.request('syntacticDiagnosticsSync', document.uri, timeLimit)) !== undefined;
	}
}

function isOwn({ location: { uri } }: vscode.SymbolInformation): boolean {
	return vscode.workspace.getWorkspaceFolder(uri) !== undefined && !uri.path.includes('/node_modules/');
}

/** A project may have been loaded since its files were asked about by themselves. The server's own word comes first. */
function eachOnce(symbols: readonly vscode.SymbolInformation[]): readonly vscode.SymbolInformation[] {
	const found = new Map<string, vscode.SymbolInformation>();
	for (const symbol of symbols) {
		const { line, character } = symbol.location.range.start;
		const key = `${symbol.location.uri.toString()} ${line}:${character} ${bareName(symbol)}`;
		found.set(key, found.get(key) ?? symbol);
	}
	return [...found.values()];
}

/** TypeScript's extension adds parentheses to functions. */
function bareName({ name }: vscode.SymbolInformation): string {
	return name.replace(/\(\)$/, '');
}

function toFound(symbol: vscode.SymbolInformation, named: NamedFiles): FoundSymbol {
	const {
		kind,
		containerName,
		location: { uri, range },
	} = symbol;
	return {
		name: bareName(symbol),
		kind: kindName(kind),
		...(containerName && { container: containerName }),
		path: named.show(uri),
		range: toRange(range),
	};
}
