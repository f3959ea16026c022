/** TypeScript's language service with nothing around it: what it says is what the editor's tools have to say. */
import { createRequire } from 'node:module';
import { join, relative, sep } from 'node:path';
import type * as TypeScript from 'typescript';
import { listDeclarations } from './list-declarations.ts';
import type { Problem, Question } from './plain-typescript.ts';

const [library = '', root = '', ...projects] = process.argv.slice(2);
/** The very library that VS Code runs, so that no difference comes from the version. */
const ts = createRequire(import.meta.url)(library) as typeof TypeScript;
const edits = new Map<string, { text: string; version: number }>();
const services = new Map(projects.map(project => [project, startService(join(root, project))]));

process.on('message', ({ id, question }: { id: number; question: Question }) => {
	process.send?.({ id, answer: answer(question) });
});
process.on('disconnect', () => process.exit());

function answer(question: Question): unknown {
	switch (question.ask) {
		case 'declarations':
			return [...services].flatMap(([project, service]) =>
				listDeclarations(ts, required(service.getProgram()), join(root, project)).map(declaration => ({
					...declaration,
					path: shown(declaration.path),
				})),
			);
		case 'references':
			return placesOf(question, (service, file, offset) => service.getReferencesAtPosition(file, offset));
		case 'rename':
			return placesOf(question, (service, file, offset) =>
				service.getRenameInfo(file, offset, {}).canRename
					? // VS Code's own choice: a shorthand property or an import keeps its name and gets an alias.
						service.findRenameLocations(file, offset, false, false, { providePrefixAndSuffixTextForRename: true })
					: [],
			);
		case 'problems':
			return problemsOf(join(root, question.path));
		case 'edit': {
			const file = join(root, question.path);
			edits.set(file, { text: question.text, version: (edits.get(file)?.version ?? 0) + 1 });
			return null;
		}
	}
}

function startService(folder: string): TypeScript.LanguageService {
	const config = join(folder, 'tsconfig.json');
	const parsed = required(
		ts.getParsedCommandLineOfConfigFile(
			config,
			{},
			{
				...ts.sys,
				onUnRecoverableConfigFileDiagnostic: ({ messageText }) => {
					throw new Error(ts.flattenDiagnosticMessageText(messageText, '\n'));
				},
			},
		),
	);
	const { sys } = ts;
	const readFile = (file: string) => edits.get(file)?.text ?? sys.readFile(file);
	return ts.createLanguageService({
		readFile,
		useCaseSensitiveFileNames: () => sys.useCaseSensitiveFileNames,
		directoryExists: sys.directoryExists,
		getDirectories: sys.getDirectories,
		getCompilationSettings: () => parsed.options,
		getScriptFileNames: () => parsed.fileNames,
		getScriptVersion: file => String(edits.get(file)?.version ?? 0),
		getScriptSnapshot: file => {
			const text = readFile(file);
			return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
		},
		getCurrentDirectory: () => folder,
		getDefaultLibFileName: options => ts.getDefaultLibFilePath(options),
		fileExists: sys.fileExists,
		readDirectory: sys.readDirectory,
		...(sys.realpath && { realpath: sys.realpath }),
	});
}

interface Span {
	fileName: string;
	textSpan: TypeScript.TextSpan;
}

function placesOf(
	{ path, line, column }: { path: string; line: number; column: number },
	ask: (service: TypeScript.LanguageService, file: string, offset: number) => readonly Span[] | undefined,
): string[] {
	const service = serviceOf(path);
	const file = join(root, path);
	const source = required(service.getProgram()?.getSourceFile(file));
	const offset = ts.getPositionOfLineAndCharacter(source, line - 1, column - 1);
	const places = (ask(service, file, offset) ?? []).map(({ fileName, textSpan }) =>
		placeIn(service, fileName, textSpan.start),
	);
	return [...new Set(places)].sort();
}

function placeIn(service: TypeScript.LanguageService, file: string, offset: number): string {
	const source = required(service.getProgram()?.getSourceFile(file));
	const { line, character } = ts.getLineAndCharacterOfPosition(source, offset);
	return `${shown(file)}:${line + 1}:${character + 1}`;
}

function problemsOf(file: string): Problem[] {
	const service = serviceOf(shown(file));
	return [
		...service.getSyntacticDiagnostics(file),
		...service.getSemanticDiagnostics(file),
		...service.getSuggestionDiagnostics(file),
	].map(({ start = 0, length = 0, code, messageText }) => ({
		place: placeIn(service, file, start),
		end: placeIn(service, file, start + length),
		code: String(code),
		message: ts.flattenDiagnosticMessageText(messageText, '\n'),
	}));
}

function serviceOf(path: string): TypeScript.LanguageService {
	return required(services.get(path.split('/')[0] ?? ''));
}

/** As the tools show it: relative to the workspace, or absolute where it lies outside. */
function shown(file: string): string {
	const below = relative(root, file);
	return below.startsWith('..') ? file : below.split(sep).join('/');
}

function required<Value>(value: Value | undefined): Value {
	if (value === undefined) {
		throw new Error('TypeScript does not know this file.');
	}
	return value;
}
