import { relative, sep } from 'node:path';
import type { EditorWindow } from '@hawser/headless/window.ts';
import { callWindow } from '../../call-window.ts';
import type { OpenWindow } from '../../workbench.ts';
import type { Answer } from '../verdicts.ts';
import type { RepositorySymbol, TextPlace } from './choose-symbols.ts';

/** Something that can be asked of Hawser, and in the same way of the server itself by VS Code's own commands. */
export interface Question {
	name: string;
	applies(symbol: RepositorySymbol): boolean;
	tool: string;
	input(symbol: RepositorySymbol): object;
	placesOf(page: Page, symbol: RepositorySymbol): readonly string[];
	/** The body of a function in the extension host, which gives places in the same form. */
	bare: string;
	/** Where the question is put; a name's declaration unless it is said. */
	at?(symbol: RepositorySymbol): TextPlace;
}

interface Line {
	path: string;
	line: number;
}

interface Page {
	freshness: string;
	nextOffset?: number;
	files?: (Line & { references: { line: number }[] })[];
	symbols?: (Line & { name: string })[];
	calls?: (Line & { siteCount: number })[];
	places?: Line[];
	types?: Line[];
	totalEdits?: number;
	totalFiles?: number;
}

/** The answer, and how long it took. */
export interface TimedAnswer {
	answer: Answer;
	milliseconds: number;
}

const declared = ({ path, name, line }: RepositorySymbol) => ({ path, symbol: name, line });
/** A name with blanks in it is that of something else, such as an implementation of what it names. */
const bareName = (name: string) => {
	const withoutParameters = name.replace(/\(.*/, '').trim();
	return /\s/.test(withoutParameters) ? withoutParameters : withoutParameters.split(/::|[.#]/).at(-1);
};
const show = ({ path, line }: Line) => `${path}:${line}`;

const AT = `
	const uri = vscode.Uri.joinPath(vscode.Uri.file(args.folder), args.place.path);
	const position = new vscode.Position(args.place.line - 1, args.place.column - 1);
	await vscode.workspace.openTextDocument(uri);
	const show = (uri, range) => uri.fsPath + ':' + (range.start.line + 1);
	const ask = (command, ...rest) => vscode.commands.executeCommand('vscode.' + command, ...rest);
`;

export const NEW_NAME = 'aNameThatNobodyUses';

export const QUESTIONS: readonly Question[] = [
	{
		name: 'references',
		applies: () => true,
		tool: 'symbol_references',
		input: declared,
		placesOf: ({ files = [] }) =>
			files.flatMap(({ path, references }) => references.map(({ line }) => `${path}:${line}`)),
		bare: `return ((await ask('executeReferenceProvider', uri, position)) ?? []).map(({ uri, range }) => show(uri, range));`,
	},
	{
		name: 'search',
		applies: () => true,
		tool: 'symbol_search',
		input: ({ name }) => ({ query: name }),
		placesOf: ({ symbols = [] }, { name }) => symbols.filter(symbol => bareName(symbol.name) === name).map(show),
		// The tool names the line on which the name stands, where the server names that of a comment or a decorator.
		bare: `
			const found = ((await ask('executeWorkspaceSymbolProvider', args.name)) ?? []).filter(
				({ name, location }) =>
					name.replace(/\\(.*/, '').split(/::|[.#]/).at(-1) === args.name && !location.uri.path.includes('/node_modules/'),
			);
			return Promise.all(found.map(async ({ location: { uri, range } }) => {
				const document = await vscode.workspace.openTextDocument(uri);
				const last = Math.min(range.start.line + 3, range.end.line, document.lineCount - 1);
				for (let line = range.start.line; line <= last; line++) {
					if (new RegExp('\\\\b' + args.name + '\\\\b').test(document.lineAt(line).text)) {
						return uri.fsPath + ':' + (line + 1);
					}
				}
				return show(uri, range);
			}));
		`,
	},
	{
		name: 'calls',
		applies: ({ kind }) => kind !== 'class',
		tool: 'symbol_calls',
		input: declared,
		placesOf: ({ calls = [] }) => calls.map(call => `${show(call)} × ${call.siteCount}`),
		bare: `
			const items = (await ask('prepareCallHierarchy', uri, position)) ?? [];
			const sites = new Map();
			for (const item of items) {
				for (const { from, fromRanges } of (await ask('provideIncomingCalls', item)) ?? []) {
					const caller = show(from.uri, from.selectionRange);
					const known = sites.get(caller) ?? new Set();
					fromRanges.forEach(({ start }) => known.add(start.line + ':' + start.character));
					sites.set(caller, known);
				}
			}
			return [...sites].map(([caller, known]) => caller + ' × ' + known.size);
		`,
	},
	...(['definition', 'declaration', 'type', 'implementation'] as const).map((kind): Question => {
		const at = (symbol: RepositorySymbol) => (kind === 'implementation' ? symbol : symbol.use);
		const command = kind === 'type' ? 'TypeDefinition' : kind.charAt(0).toUpperCase() + kind.slice(1);
		return {
			name: kind,
			applies: symbol => kind !== 'implementation' || symbol.kind !== 'function',
			tool: 'symbol_definition',
			at,
			input: symbol => {
				const { path, line, column } = at(symbol);
				return { path, line, column, kind };
			},
			placesOf: ({ places = [] }) => places.map(show),
			bare: `
				return ((await ask('execute${command}Provider', uri, position)) ?? []).map(target =>
					show(target.targetUri ?? target.uri, target.targetSelectionRange ?? target.targetRange ?? target.range));
			`,
		};
	}),
	...(['subtypes', 'supertypes'] as const).map(
		(direction): Question => ({
			name: direction,
			applies: ({ kind }) => kind === 'class',
			tool: 'symbol_types',
			input: symbol => ({ ...declared(symbol), direction }),
			placesOf: ({ types = [] }) => types.map(show),
			bare: `
				const items = (await ask('prepareTypeHierarchy', uri, position)) ?? [];
				const found = await Promise.all(items.map(item => ask('provide${direction === 'subtypes' ? 'Sub' : 'Super'}types', item)));
				return found.flatMap(types => types ?? []).map(({ uri, selectionRange }) => show(uri, selectionRange));
			`,
		}),
	),
];

/** Nothing is changed: what counts is how many places in how many files would be. */
export const RENAME: Question = {
	name: 'rename',
	applies: () => true,
	tool: 'symbol_rename',
	input: symbol => ({ ...declared(symbol), newName: NEW_NAME, preview: true }),
	placesOf: ({ totalEdits, totalFiles }) => [`${totalEdits} edits in ${totalFiles} files`],
	bare: `
		const edit = await ask('executeDocumentRenameProvider', uri, position, '${NEW_NAME}');
		const entries = edit?.entries() ?? [];
		return [entries.reduce((sum, [, edits]) => sum + edits.length, 0) + ' edits in ' + entries.length + ' files'];
	`,
};

/** Asks Hawser as an agent does, page by page. */
export async function askHawser(
	{ entry }: OpenWindow,
	question: Question,
	symbol: RepositorySymbol,
): Promise<TimedAnswer> {
	const startedAt = Date.now();
	const places = new Set<string>();
	let freshness = 'fresh';
	const paged = question === RENAME ? {} : { limit: 1000 };
	for (let offset: number | undefined = 0; offset !== undefined; ) {
		const input = { ...question.input(symbol), ...paged, ...(offset > 0 && { offset }) };
		const { envelope, text } = await callWindow(entry, question.tool, input);
		if (!envelope.ok) {
			const answer = { code: envelope.error?.code ?? 'E_INTERNAL', text };
			return { answer, milliseconds: Date.now() - startedAt };
		}
		const page = envelope.data as Page;
		question.placesOf(page, symbol).forEach(place => places.add(place));
		freshness = freshness === 'fresh' ? page.freshness : freshness;
		offset = page.nextOffset;
	}
	const own = [...places].filter(place => !/^(?:\/|\w+:\/)/.test(place)).sort();
	return { answer: { freshness, places: own }, milliseconds: Date.now() - startedAt };
}

/** What the server itself says now; places outside of the repository are named differently by each, and left out. */
export async function askBare(
	window: EditorWindow,
	{ bare, at }: Question,
	symbol: RepositorySymbol,
): Promise<{ places: readonly string[]; milliseconds: number }> {
	const { path, line, column } = at?.(symbol) ?? symbol;
	const args = { folder: window.folder, name: symbol.name, place: { path, line, column } };
	const body = `
		const startedAt = Date.now();
		const places = await (async () => {${AT}${bare}})().catch(() => []);
		return { places, milliseconds: Date.now() - startedAt };
	`;
	const found = (await window.evaluate(body, args, { timeout: 600_000 })) as { places: string[]; milliseconds: number };
	const own = found.places
		.map(place => (place.startsWith(window.folder) ? relative(window.folder, place).split(sep).join('/') : place))
		.filter(place => !/^(?:\/|[A-Z]:)/.test(place));
	return { places: [...new Set(own)].sort(), milliseconds: found.milliseconds };
}
