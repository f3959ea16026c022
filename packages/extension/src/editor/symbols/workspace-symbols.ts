import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { FoundSymbol, Symbols } from '@hawser/core/ports/symbols.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { resultWithin, startTimeLimit, type TimeLimit } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';
import { checkableFiles } from '../language/checkable-files.ts';
import type { LanguageServers } from '../language/language-servers.ts';
import type { ScriptProjects } from '../language/script-projects.ts';
import type { SourceMentions } from '../language/source-mentions.ts';
import type { TypeScriptEvents } from '../language/typescript-events.ts';
import type { TypeScriptServer } from '../language/typescript-server.ts';
import type { NamedFiles } from '../shared/named-files.ts';
import { toRange } from '../shared/positions.ts';
import { kindName } from './outline-tree.ts';

export type WorkspaceSymbols = Pick<Symbols, 'search'>;

const CALL_LIMIT = 25_000;
/** VS Code asks TypeScript for this many, and TypeScript gives its best ones. */
const TYPESCRIPT_LIMIT = 256;

export function createWorkspaceSymbols({
	named,
	languageServers,
	typeScript,
	typeScriptEvents,
	mentions,
	scriptProjects,
}: {
	named: NamedFiles;
	languageServers: LanguageServers;
	typeScript: TypeScriptServer;
	typeScriptEvents: TypeScriptEvents;
	mentions: SourceMentions;
	scriptProjects: ScriptProjects;
}): WorkspaceSymbols {
	return {
		async search(query, signal) {
			const { left } = startTimeLimit(CALL_LIMIT, signal);
			await typeScriptEvents.deliver(left());
			const [scripts, markdown] = await Promise.all([mentions.scripts(signal), hasMarkdown(signal)]);
			if (markdown) {
				await languageServers.start('markdown', left());
			}
			const loaded = scripts.length === 0 || (await loadProjects(query, left));
			const found = await resultWithin(
				vscode.commands.executeCommand<vscode.SymbolInformation[] | undefined>(
					'vscode.executeWorkspaceSymbolProvider',
					query,
				),
				left(),
			);
			const own = (found ?? []).filter(isOwn);
			if (own.length === 0 && scripts.length === 0 && !markdown) {
				throw new ToolError('E_NO_LANGUAGE_SERVER', 'No extension in this window lists the symbols of its files.');
			}
			return {
				freshness: loaded && found !== undefined ? 'fresh' : 'not_ready',
				symbols: own.map(symbol => toFound(symbol, named)),
				limited: (found?.length ?? 0) >= TYPESCRIPT_LIMIT,
			};
		},
	};

	/** All projects with a tsconfig, and the scripts outside of them that may declare what is looked for. */
	async function loadProjects(query: string, left: () => TimeLimit): Promise<boolean> {
		const [state, mentioning] = await Promise.all([
			scriptProjects.bringInAll(left()),
			mentions.findAll(query, left().signal),
		]);
		const others = await scriptProjects.bringIn(mentioning, left());
		return state !== 'too_many' && others !== 'too_many' && (await hasAnswered(left()));
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

async function hasMarkdown(signal: Cancellation): Promise<boolean> {
	const folders = vscode.workspace.workspaceFolders ?? [];
	const found = await Promise.all(
		folders.map(({ uri }) => checkableFiles(uri, signal, { pattern: '**/*.md', most: 1 })),
	);
	return found.flat().length > 0;
}

function isOwn({ location: { uri } }: vscode.SymbolInformation): boolean {
	return vscode.workspace.getWorkspaceFolder(uri) !== undefined && !uri.path.includes('/node_modules/');
}

function toFound(
	{ name, kind, containerName, location: { uri, range } }: vscode.SymbolInformation,
	named: NamedFiles,
): FoundSymbol {
	return {
		// TypeScript's extension adds parentheses to functions.
		name: name.replace(/\(\)$/, ''),
		kind: kindName(kind),
		...(containerName && { container: containerName }),
		path: named.show(uri),
		range: toRange(range),
	};
}
