import { relative, sep } from 'node:path';
import type { EditorWindow } from '@hawser/headless/window.ts';
import type { MarkedPlace } from './projects/marked-text.ts';

/** What the language server itself says to VS Code's own commands, each as path:line: the truth has to be possible. */
export interface AskServer {
	references(place: MarkedPlace): Promise<readonly string[]>;
	/** The place is in a file of the language, which is open meanwhile: some servers know only the projects of open files. */
	search(name: string, place: MarkedPlace): Promise<readonly string[]>;
	callers(place: MarkedPlace): Promise<readonly string[]>;
	definitions(place: MarkedPlace): Promise<readonly string[]>;
	implementations(place: MarkedPlace): Promise<readonly string[]>;
	subtypes(place: MarkedPlace): Promise<readonly string[]>;
}

interface RawLine {
	file: string;
	line: number;
}

export function askServer(window: EditorWindow): AskServer {
	const ask = async (body: string, args: object) => {
		const lines = (await window.evaluate(body, { folder: window.folder, ...args })) as RawLine[];
		const places = lines.map(({ file, line }) => `${relative(window.folder, file).split(sep).join('/')}:${line + 1}`);
		return [...new Set(places)].sort();
	};
	return {
		references: place => ask(`${AT}${REFERENCES}`, { place }),
		search: (name, place) => ask(`${AT}${SEARCH}`, { name, place }),
		callers: place => ask(`${AT}${CALLERS}`, { place }),
		definitions: place => ask(`${AT}${LOOK_UP}`, { place, command: 'vscode.executeDefinitionProvider' }),
		implementations: place => ask(`${AT}${LOOK_UP}`, { place, command: 'vscode.executeImplementationProvider' }),
		subtypes: place => ask(`${AT}${SUBTYPES}`, { place }),
	};
}

const AT = `
	const uri = vscode.Uri.joinPath(vscode.Uri.file(args.folder), args.place.path);
	const position = new vscode.Position(args.place.line - 1, args.place.column - 1);
`;

const REFERENCES = `
	const found = await vscode.commands.executeCommand('vscode.executeReferenceProvider', uri, position);
	return (found ?? []).map(({ uri, range }) => ({ file: uri.fsPath, line: range.start.line }));
`;

const SEARCH = `
	// VS Code closes a document that nobody shows after some minutes.
	await vscode.workspace.openTextDocument(uri);
	const found = await vscode.commands.executeCommand('vscode.executeWorkspaceSymbolProvider', args.name);
	return (found ?? [])
		.filter(({ name }) => name.replace(/\\(.*/, '') === args.name)
		.map(({ location }) => ({ file: location.uri.fsPath, line: location.range.start.line }));
`;

const CALLERS = `
	const [item] = (await vscode.commands.executeCommand('vscode.prepareCallHierarchy', uri, position)) ?? [];
	const found = item ? await vscode.commands.executeCommand('vscode.provideIncomingCalls', item) : [];
	return (found ?? []).flatMap(({ from, fromRanges }) =>
		fromRanges.map(range => ({ file: from.uri.fsPath, line: range.start.line })),
	);
`;

const LOOK_UP = `
	await vscode.workspace.openTextDocument(uri);
	const found = await vscode.commands.executeCommand(args.command, uri, position);
	return (found ?? []).map(target => ({
		file: (target.targetUri ?? target.uri).fsPath,
		line: (target.targetSelectionRange ?? target.targetRange ?? target.range).start.line,
	}));
`;

const SUBTYPES = `
	const [item] = (await vscode.commands.executeCommand('vscode.prepareTypeHierarchy', uri, position)) ?? [];
	const found = item ? await vscode.commands.executeCommand('vscode.provideSubtypes', item) : [];
	return (found ?? []).map(({ uri, selectionRange }) => ({ file: uri.fsPath, line: selectionRange.start.line }));
`;
