import { cpSync, existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { extname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callWindow } from '../../call-window.ts';
import { type OpenWindow, startWorkbench, type Workbench } from '../../workbench.ts';
import { clientExtension } from '../client-extension.ts';
import { type Judgement, judge, VerdictTable } from '../verdicts.ts';
import { AnswerTimes } from './answer-times.ts';
import { chooseSymbols, type RepositorySymbol } from './choose-symbols.ts';
import { type GroundServer, LANGUAGE_GROUNDS, type LanguageGround } from './language-grounds.ts';
import { askBare, askHawser, QUESTIONS, type Question, RENAME, type TimedAnswer } from './questions.ts';
import { untilIdle } from './until-idle.ts';

/** A limit only ends a hang: a server may take minutes to read a large repository. */
const PATIENT = { timeout: 3_600_000 };
/** Questions that are put at once, as a few agents would. */
const AT_ONCE = 3;
const FILES_CHECKED = 6;

interface Repository {
	name: string;
	folder: string;
	ground: LanguageGround;
	server: GroundServer;
}

/** The checkouts in the folder whose language is known, each once for each of its servers. */
export function repositoriesIn(folder: string): readonly Repository[] {
	return readdirSync(folder).flatMap(name => {
		const has = (file: string) => existsSync(join(folder, name, file));
		const ground = LANGUAGE_GROUNDS.find(({ manifests }) => manifests.some(has));
		return (ground?.servers ?? []).flatMap(server =>
			ground ? [{ name, folder: join(folder, name), ground, server }] : [],
		);
	});
}

/**
 * Asks a real server about a repository of which nothing is known beforehand. The truth is what the server itself says, asked by
 * VS Code's own commands, when it has come to rest. No answer may be called fresh and differ from it, from the first second on.
 */
export async function repositorySuite({ name, folder, ground, server }: Repository): Promise<void> {
	const program = await server.client?.install();
	if (program && 'missing' in program) {
		console.log(`${name} is passed over: ${program.missing}`);
		return;
	}
	const extensions = server.client && program ? [await clientExtension(server.client, program)] : [];
	describe(`${name} with ${server.title}`, PATIENT, () => {
		const table = new VerdictTable(`${name}, ${server.title}`);
		const times = new AnswerTimes();
		let workbench: Workbench;
		let open: OpenWindow;
		let symbols: readonly RepositorySymbol[] = [];
		/** Answers that were given before the truth was known. */
		const early: { question: Question; phase: string; symbol: RepositorySymbol; given: TimedAnswer }[] = [];
		let truth: Truth = new Map();

		beforeAll(async () => {
			workbench = await startWorkbench({
				extensions,
				...(server.settings && { settings: server.settings }),
				env: {
					...program?.editorEnv,
					...(server.withoutExtensions && { VSCODE_SKIP_BUILTIN_EXTENSIONS: server.withoutExtensions.join(',') }),
				},
			});
			symbols = chooseSymbols(folder, ground);
			console.log(
				`${name}: ${symbols.map(({ name: word, kind, path, spread }) => `${kind} ${word} in ${path} (${spread})`).join('; ')}`,
			);
			expect(symbols.length).toBeGreaterThanOrEqual(8);
		});
		afterAll(async () => {
			console.log(`\n${table.toString()}\n\n${times.toString()}\n`);
			await workbench[Symbol.asyncDispose]();
		});

		function openCopy(as: string): Promise<OpenWindow> {
			const copy = workbench.makeFolder(as);
			cpSync(folder, copy, { recursive: true, verbatimSymlinks: true });
			ground.prepare?.(copy);
			return workbench.open(copy);
		}

		/** Puts all questions about all symbols, a few at a time, in an order in which the kinds of questions alternate. */
		async function askAll(
			questions: readonly Question[],
			about: readonly RepositorySymbol[],
			use: (question: Question, symbol: RepositorySymbol) => Promise<void>,
			atOnce = AT_ONCE,
		): Promise<void> {
			const waiting = about.flatMap(symbol =>
				questions.filter(question => question.applies(symbol)).map(question => ({ question, symbol })),
			);
			const work = async () => {
				for (let next = waiting.shift(); next; next = waiting.shift()) {
					await use(next.question, next.symbol);
				}
			};
			await Promise.all(Array.from({ length: atOnce }, work));
		}

		function truthOf(window: OpenWindow, questions: readonly Question[], about = symbols): Promise<Truth> {
			return untilIdle(window.window, async () => {
				const found = new Map<string, readonly string[]>();
				await askAll(
					questions,
					about,
					async (question, symbol) => {
						const { places, milliseconds } = await askBare(window.window, question, symbol);
						found.set(keyOf(question, symbol), places);
						bareTimes.set(keyOf(question, symbol), milliseconds);
					},
					1,
				);
				return [...found];
			}).then(found => new Map(found));
		}
		const bareTimes = new Map<string, number>();

		function record(
			phase: string,
			question: Question,
			symbol: RepositorySymbol,
			given: TimedAnswer,
			known: Truth,
		): void {
			const row = `${question.name}, ${phase}`;
			const isOffered = [...known].some(([key, places]) => key.startsWith(`${question.name} `) && places.length > 0);
			if (!isOffered && server.client === undefined) {
				// What Hawser's own plugin answers has nothing beside it here.
				return;
			}
			// Where a server does not tell the two apart, the declaration is the definition.
			const asked = isOffered || question.name !== 'declaration' ? question.name : 'definition';
			const expected = known.get(keyOf({ name: asked }, symbol)) ?? [];
			const judgement = judgeBeside(withoutUnknown(given, question, symbol, expected), own(expected), isOffered);
			const verdict = table.add(row, symbol.name, judgement);
			times.add(row, given.milliseconds, bareTimes.get(keyOf(question, symbol)));
			if (verdict !== 'true' || given.milliseconds > 10_000) {
				const took = (given.milliseconds / 1000).toFixed(1);
				console.log(`${name}, ${server.title}: ${row}, ${symbol.name}: ${verdict} after ${took} s: ${judgement.said}`);
			}
		}

		/** What Hawser knows beyond the server: declarations of a kind that it does not list, such as methods in Rust. */
		function withoutUnknown(
			given: TimedAnswer,
			question: Question,
			{ name: word }: RepositorySymbol,
			expected: readonly string[],
		): TimedAnswer {
			if ('code' in given.answer) {
				return given;
			}
			const root = existsSync(open.folder) ? open.folder : folder;
			const isDeclared = (place: string) => {
				const [, path = '', line] = /^(.*):(\d+)$/.exec(place) ?? [];
				const text = readFileSync(join(root, path), 'utf8').split(/\r?\n/)[Number(line) - 1] ?? '';
				return new RegExp(`\\b${word}\\b`).test(text);
			};
			const places = own(given.answer.places).filter(
				place => question.name !== 'search' || expected.includes(place) || !isDeclared(place),
			);
			return { ...given, answer: { ...given.answer, places } };
		}

		function expectNoComplaints(phase: string, questions: readonly Question[]): void {
			const complaints = questions.map(question => table.complaints(`${question.name}, ${phase}`));
			expect(complaints.flatMap(({ lies, timeouts }) => [...lies, ...timeouts])).toEqual([]);
		}

		test('what is asked in the first second is true, or says that it is not ready', async () => {
			open = await openCopy('first');
			await sleep(1000);
			const startedAt = Date.now();
			await askAll(QUESTIONS, symbols, async (question, symbol) => {
				const given = await askHawser(open, question, symbol);
				early.push({ question, phase: 'cold', symbol, given });
			});
			console.log(`${name}, ${server.title}: cold questions took ${(Date.now() - startedAt) / 1000} s`);
			truth = await truthOf(open, QUESTIONS);
			for (const { question, phase, symbol, given } of early.splice(0)) {
				record(phase, question, symbol, given, truth);
			}
			expectNoComplaints('cold', QUESTIONS);
		});

		test('what is asked when the server is idle is true', async () => {
			await askAll(
				QUESTIONS,
				symbols,
				async (question, symbol) => record('warm', question, symbol, await askHawser(open, question, symbol), truth),
				1,
			);
			expectNoComplaints('warm', QUESTIONS);
		});

		test('a file that was just written, and uses that are just gone, are known', async () => {
			const about = symbols.filter(symbol => usersIn(truth, symbol).length > 1).slice(0, 3);
			for (const symbol of about) {
				const [gone = '', copied = ''] = usersIn(truth, symbol);
				const text = readFileSync(join(open.folder, copied), 'utf8');
				open.write(copied.replace(/(\.\w+)$/, 'HawserCopy$1'), text);
				open.write(gone, withoutName(readFileSync(join(open.folder, gone), 'utf8'), symbol));
			}
			await recordChange('after a change on disk', about);
		});

		test('what the user types and does not save is known', async () => {
			const about = symbols.filter(symbol => usersIn(truth, symbol).length > 2).slice(-2);
			for (const symbol of about) {
				const path = usersIn(truth, symbol)[2] ?? '';
				const text = withoutName(readFileSync(join(open.folder, path), 'utf8'), symbol);
				await open.window.evaluate(REPLACE_TEXT, { path: join(open.folder, path), text });
			}
			await recordChange('after an unsaved edit', about);
		});

		async function recordChange(phase: string, about: readonly RepositorySymbol[]): Promise<void> {
			const questions = QUESTIONS.filter(({ name: asked }) => ['references', 'calls', 'search'].includes(asked));
			const given: typeof early = [];
			await askAll(questions, about, async (question, symbol) => {
				given.push({ question, phase, symbol, given: await askHawser(open, question, symbol) });
			});
			const known = await truthOf(open, questions, about);
			given.forEach(each => record(phase, each.question, each.symbol, each.given, known));
			await askAll(questions, about, async (question, symbol) =>
				record(`${phase}, later`, question, symbol, await askHawser(open, question, symbol), known),
			);
			expectNoComplaints(phase, questions);
			expectNoComplaints(`${phase}, later`, questions);
		}

		test('diagnostic_list of the whole repository says what it has not checked', async () => {
			const row = 'problems of the project';
			let page = { freshness: '' } as ProblemsPage;
			for (let calls = 1; calls <= 6 && page.freshness !== 'fresh'; calls++) {
				const startedAt = Date.now();
				const { envelope, text } = await callWindow(open.entry, 'diagnostic_list', { severity: 'error', limit: 1000 });
				times.add(row, Date.now() - startedAt);
				console.log(
					`${name}, ${server.title}: diagnostic_list, call ${calls}, ${(Date.now() - startedAt) / 1000} s: ${text.slice(0, 300)}`,
				);
				if (!envelope.ok) {
					table.add(row, 'all files', judge({ code: envelope.error?.code ?? '', text }, []));
					break;
				}
				page = envelope.data as ProblemsPage;
			}
			const left = new Set(
				[...(page.unsure ?? []), ...(page.unchecked ?? []).flatMap(({ paths }) => paths.map(path => ({ path })))].map(
					({ path }) => path,
				),
			);
			const whole = page.freshness === 'fresh' && (page.problems?.length ?? 0) < 900 && page.unchecked === undefined;
			const files = [...new Set(symbols.flatMap(({ path, use }) => [path, use.path]))].slice(0, FILES_CHECKED);
			for (const path of files.filter(file => whole && !left.has(file))) {
				const expected = await untilIdle(
					open.window,
					() => open.window.evaluate(ERRORS, { path: join(open.folder, path) }),
					8000,
				);
				const said = (page.problems ?? []).filter(problem => problem.path === path).map(({ line }) => String(line));
				const judgement = judge({ freshness: page.freshness, places: [...new Set(said)] }, [
					...new Set(expected as string[]),
				]);
				if (table.add(row, path, judgement) === 'lie') {
					console.log(`${name}, ${server.title}: ${row}, ${path}: ${judgement.said}`);
				}
			}
			expect(table.complaints(row)).toEqual({ lies: [], timeouts: [] });
			await open.window.close();
			rmSync(open.folder, { recursive: true, force: true });
		});

		test('a rename and searches in a window of their own are true, or say that they are not ready', async () => {
			const window = await openCopy('second');
			await sleep(1000);
			const search = QUESTIONS.filter(({ name: asked }) => asked === 'search');
			const renamed = server.can.rename ? symbols.filter((_, index) => index % 4 === 0) : [];
			await askAll([RENAME], renamed.slice(0, 1), async (question, symbol) => {
				early.push({ question, phase: 'cold', symbol, given: await askHawser(window, question, symbol) });
			});
			await askAll(search, symbols, async (question, symbol) => {
				early.push({ question, phase: 'cold, alone', symbol, given: await askHawser(window, question, symbol) });
			});
			const known = new Map([...truth, ...(await truthOf(window, [RENAME], renamed))]);
			early.splice(0).forEach(each => record(each.phase, each.question, each.symbol, each.given, known));
			await askAll([RENAME], renamed, async (question, symbol) =>
				record('warm', question, symbol, await askHawser(window, question, symbol), known),
			);
			expectNoComplaints('cold', [RENAME]);
			expectNoComplaints('warm', [RENAME]);
			expectNoComplaints('cold, alone', search);
			await window.window.close();
		});
	});
}

type Truth = ReadonlyMap<string, readonly string[]>;

interface ProblemsPage {
	freshness: string;
	problems?: { path: string; line: number }[];
	unsure?: { path: string }[];
	unchecked?: { paths: string[] }[];
}

/** Where the server has no answer of the kind at all, the error that says so is true; elsewhere it denies what is there. */
function judgeBeside({ answer }: TimedAnswer, expected: readonly string[], isOffered: boolean): Judgement {
	if ('code' in answer && (expected.length === 0 || !isOffered)) {
		const isTrue = answer.code === 'E_SYMBOL_NOT_FOUND' || (answer.code === 'E_NO_LANGUAGE_SERVER' && !isOffered);
		if (isTrue || answer.code === 'E_RENAME_REFUSED') {
			return { verdict: 'true', said: answer.text };
		}
	}
	return judge(answer, expected);
}

function keyOf(question: Pick<Question, 'name'>, { path, line, name }: RepositorySymbol): string {
	return `${question.name} ${path}:${line} ${name}`;
}

/** How much of the installed packages a server reads depends on what else is open. */
function own(places: readonly string[]): readonly string[] {
	return places.filter(place => !place.includes('node_modules/'));
}

/** The other files in which the server finds references. */
function usersIn(truth: Truth, symbol: RepositorySymbol): readonly string[] {
	const places =
		[...truth].find(([key]) => key === `references ${symbol.path}:${symbol.line} ${symbol.name}`)?.[1] ?? [];
	const files = [...new Set(places.map(place => place.replace(/:\d+$/, '')))];
	return files.filter(file => file !== symbol.path && extname(file) === extname(symbol.use.path));
}

/** The text stays as correct as it was, and no longer refers to the symbol. */
function withoutName(text: string, { name }: RepositorySymbol): string {
	return text.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), `${name}Gone`);
}

const REPLACE_TEXT = `
	const editor = await vscode.window.showTextDocument(vscode.Uri.file(args.path), { preview: false });
	const end = editor.document.lineAt(editor.document.lineCount - 1).range.end;
	await editor.edit(edit => edit.replace(new vscode.Range(new vscode.Position(0, 0), end), args.text));
`;

const ERRORS = `
	const uri = vscode.Uri.file(args.path);
	await vscode.window.showTextDocument(uri, { preview: false });
	return vscode.languages
		.getDiagnostics(uri)
		.filter(({ severity }) => severity === vscode.DiagnosticSeverity.Error)
		.map(({ range }) => String(range.start.line + 1))
		.sort();
`;
