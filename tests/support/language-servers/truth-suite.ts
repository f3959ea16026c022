import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { howOften, IS_LONG_RUN } from '../how-often.ts';
import { useWorkbench } from '../use-window.ts';
import { clientExtension } from './client-extension.ts';
import type { LanguageServer } from './language-server.ts';
import { openProject, type ProjectWindow, untilTrue } from './project-window.ts';
import type { MarkedFiles } from './projects/marked-text.ts';
import type { ProjectSymbol } from './projects/project-template.ts';
import { renameInWindow } from './rename-in-window.ts';
import { type Judgement, VerdictTable } from './verdicts.ts';

/** Servers on a busy machine take their time; a limit only ends a hang. */
const PATIENT = { timeout: 1_200_000 };
/** How often a symbol is renamed in a window that has just opened, each time in a new one. */
const COLD_RENAMES = howOften('HAWSER_COLD_RENAMES', 1);

/**
 * Asks one language server, through an ordinary client extension, about a project of which everything is known. Answers may
 * be true, or say that they are not ready; none may be wrong and called fresh, and in the end all are true.
 */
export async function truthSuite(server: LanguageServer): Promise<void> {
	const servers = [server, ...(server.beside ?? [])];
	const extensions: string[] = [];
	const editorEnv: Record<string, string> = {};
	const settings: Record<string, unknown> = {};
	for (const each of servers) {
		const program = await each.install();
		if ('missing' in program) {
			console.log(`${server.title} is passed over: ${program.missing}`);
			test.skip(`${server.title} tells the truth`, () => undefined);
			return;
		}
		extensions.push(await clientExtension(each, program));
		Object.assign(editorEnv, program.editorEnv);
		Object.assign(settings, each.settings);
	}
	describe(`${server.title} tells the truth`, PATIENT, () => {
		const workbench = useWorkbench({
			extensions,
			settings,
			env: { ...editorEnv, ...withoutExtensions(server) },
		});
		const table = new VerdictTable(server.title);
		afterAll(() => console.log(`\n${table.toString()}\n`));
		const { can, project } = server;
		const isPatient = IS_LONG_RUN || server.slow !== true;
		let serverWorks = !can.references;
		/** A server that did not start, or a project that it understands otherwise, is a fault of the bench and no verdict. */
		const requireServer = () => {
			if (!serverWorks) {
				throw new Error(`${server.title} itself never knew the truth in the first window: nothing can be judged.`);
			}
		};
		const functions = project.symbols.filter(({ kind }) => kind === 'function');
		const classes = project.symbols.filter(({ kind }) => kind === 'class');

		/** Asks about all symbols at once, counts the first answers, and goes on until each is true. */
		async function askAll(
			question: string,
			symbols: readonly ProjectSymbol[],
			ask: (symbol: ProjectSymbol) => Promise<Judgement>,
			meanwhile: () => Promise<void> = () => Promise.resolve(),
		): Promise<void> {
			const first = await Promise.all(symbols.map(ask));
			const verdicts = symbols.map((symbol, index) => table.add(question, symbol.name, required(first[index])));
			await meanwhile().catch((cause: unknown) => {
				table.drop(question);
				throw cause;
			});
			for (const symbol of symbols.filter((_, index) => verdicts[index] !== 'true')) {
				await untilTrue(table, question, symbol.name, () => ask(symbol));
			}
			expect(table.complaints(question)).toEqual({ lies: [], timeouts: [] });
		}

		(can.references ? describe : notAsked)('in one window, from its first second on', () => {
			let window: ProjectWindow;
			beforeAll(async () => {
				window = await openProject(workbench(), project, `${server.id}-references`);
			});

			test('symbol_references, asked at once, names every use or says that it is not ready', async () => {
				await askAll('references, cold', project.symbols, window.references, async () => {
					await window.untilServerKnows('references');
					serverWorks = true;
				});
			});

			test('symbol_references names every use when the server has come to rest', async () => {
				requireServer();
				await window.untilServerKnows('references');
				await askAll('references, warm', project.symbols, window.references);
			});

			test('symbol_references knows a file that has just been written, and a use that has just gone', async () => {
				requireServer();
				const [, , added, removed, other] = project.symbols.map(required);
				const [part] = window.project.partsThatUse(required(removed));
				window.project.change(project.part('partNew', [required(added)], required(other)));
				window.project.change(project.part(required(part).name, [], required(removed)));
				await askAll('references, after a write on disk', [required(added), required(removed)], window.references);
				const before = project.part(required(part).name, [required(added)], required(removed));
				window.project.change(before);
				await untilTrue(table, 'references, after a longer name', 'its file', () => window.references(required(added)));
				window.project.change(withLongerName(before, required(added)));
				await askAll('references, after a longer name', [required(added)], window.references);
				window.project.change(before);
			});

			test('symbol_references knows what a checkout has changed in many files', async () => {
				requireServer();
				const [symbol, other] = project.symbols.map(required);
				for (const { name } of window.project.partsThatUse(required(symbol)).slice(1)) {
					window.project.change(project.part(name, [required(other)], required(symbol)));
				}
				await askAll('references, after a checkout', [required(symbol), required(other)], window.references);
			});

			test('symbol_references counts what the user has typed and not saved, until it is taken back', async () => {
				requireServer();
				const symbol = required(project.symbols.at(-1));
				const other = required(project.symbols.at(-2));
				const [part] = window.project.partsThatUse(other);
				const before = project.part(required(part).name, [other], symbol);
				window.project.change(before);
				await untilTrue(table, 'references, after an unsaved edit', 'its file', () => window.references(other));
				const [path = ''] = window.project.change(project.part(required(part).name, [symbol, other], symbol), {
					onDisk: false,
				});
				await window.open.window.evaluate(REPLACE_TEXT, { path, text: window.project.truth().texts.get(path) });
				await askAll('references, after an unsaved edit', [symbol, other], window.references);
				await window.open.window.executeCommand('workbench.action.revertAndCloseActiveEditor');
				window.project.change(before, { onDisk: false });
				await askAll('references, after its revert', [symbol, other], window.references);
			});

			(can.problems && isPatient ? test : notAsked)(
				'diagnostic_list without a path knows files that questions have opened, and what was written and typed since',
				async () => {
					requireServer();
					const problems = () => window.problems(server.severity ?? 'error');
					const askFor = async (question: string) => {
						table.add(question, 'all files', await problems());
						await untilTrue(table, question, 'all files', problems);
						expect(table.complaints(question)).toEqual({ lies: [], timeouts: [] });
					};
					await askFor('problems of the project, warm');
					window.project.change(lowered(project.broken(0)));
					// To check all files anew takes a slow server most of a minute.
					if (IS_LONG_RUN) {
						await askFor('problems of the project, after a write on disk');
					}
					const [path = ''] = window.project.change(lowered(project.broken(1)), { onDisk: false });
					await window.open.window.evaluate(REPLACE_TEXT, { path, text: window.project.truth().texts.get(path) });
					await askFor('problems of the project, after an unsaved edit');
					if (IS_LONG_RUN) {
						await window.open.window.executeCommand('workbench.action.revertAndCloseActiveEditor');
						window.project.change(project.broken(1), { onDisk: false });
						await askFor('problems of the project, after its revert');
					}
				},
			);
		});

		describe('in windows of their own, at once', () => {
			(can.rename ? test : notAsked)(
				'symbol_rename changes every place or none',
				async () => {
					requireServer();
					for (let round = 1; round <= COLD_RENAMES; round++) {
						const window = await openProject(workbench(), project, `${server.id}-rename-${round}`);
						const symbol = required(project.symbols[round % project.symbols.length]);
						const rename = () => renameInWindow(window, symbol, `${symbol.name}Anew`);
						const first = await rename();
						if (table.add('rename, cold', symbol.name, first) === 'honest') {
							await untilTrue(table, 'rename, cold', symbol.name, rename);
						}
						await window.open.window.close();
					}
					expect(table.complaints('rename, cold')).toEqual({ lies: [], timeouts: [] });
				},
				COLD_RENAMES * 180_000,
			);

			(can.search && isPatient ? test : notAsked)(
				'symbol_search finds every declaration by its name, and by a part of it, or says that it is not ready',
				async () => {
					requireServer();
					const window = await openProject(workbench(), project, `${server.id}-search`);
					const known = () => window.untilServerKnows('search');
					await Promise.all([
						askAll('search, cold', project.symbols, window.search, known),
						askAll('search by part, cold', project.symbols, window.searchByPart, known),
					]);
					await window.open.window.close();
				},
			);

			(can.references && isPatient ? test : notAsked)(
				'symbol_definition, symbol_calls and symbol_types find all there is, or say that they are not ready',
				async () => {
					requireServer();
					const window = await openProject(workbench(), project, `${server.id}-hierarchies`);
					const questions = [
						{ question: 'definitions', symbols: project.symbols, offered: true },
						{ question: 'callers', symbols: functions, offered: can.calls },
						{ question: 'implementations', symbols: classes, offered: can.subtypes },
						{ question: 'subtypes', symbols: classes, offered: can.subtypes },
					] as const;
					await Promise.all(
						questions
							.filter(({ offered }) => offered)
							.map(({ question, symbols }) =>
								askAll(`${question}, cold`, symbols, window[question], () => window.untilServerKnows(question)),
							),
					);
					await window.open.window.close();
				},
			);

			(can.problems ? test : notAsked)(
				'diagnostic_list without a path finds the mistakes in 20 files nobody opened',
				async () => {
					requireServer();
					const window = await openProject(workbench(), project, `${server.id}-problems`);
					const question = 'problems of the project, cold';
					const problems = () => window.problems(server.severity ?? 'error');
					table.add(question, 'all files', await problems());
					await untilTrue(table, question, 'all files', problems);
					expect(table.complaints(question)).toEqual({ lies: [], timeouts: [] });
					await window.open.window.close();
				},
			);
		});
	});
}

/** The same files with empty lines above all but what has to come first, so that what is wrong with them stands elsewhere. */
function lowered(files: MarkedFiles): MarkedFiles {
	return new Map([...files].map(([path, text]) => [path, text.replace(/^(?:<\?php\n|#!.*\n)?/, '$&\n\n')]));
}

/** Where the symbol was used, a name stands that begins with its name, and is too long to be taken for a slip. */
function withLongerName(files: MarkedFiles, { name }: ProjectSymbol): MarkedFiles {
	return new Map([...files].map(([path, text]) => [path, text.replaceAll(`«${name}»`, name.repeat(2))]));
}

/** A server that does not offer a thing is not asked for it. */
const notAsked = (_title: string, _test: () => unknown): undefined => undefined;

const REPLACE_TEXT = `
	const [folder] = vscode.workspace.workspaceFolders;
	const editor = await vscode.window.showTextDocument(vscode.Uri.joinPath(folder.uri, args.path));
	const end = editor.document.lineAt(editor.document.lineCount - 1).range.end;
	await editor.edit(edit => edit.replace(new vscode.Range(new vscode.Position(0, 0), end), args.text));
`;

/** The list of VS Code's own variable is replaced as a whole: what these tests leave out stays out. */
function withoutExtensions({ withoutExtensions: ids = [] }: LanguageServer): Record<string, string> {
	return ids.length === 0 ? {} : { VSCODE_SKIP_BUILTIN_EXTENSIONS: ids.join(',') };
}

function required<Value>(value: Value | undefined): Value {
	if (value === undefined) {
		throw new Error('The project of this server is too small for the suite.');
	}
	return value;
}
