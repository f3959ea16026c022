import { setTimeout as sleep } from 'node:timers/promises';
import type { OpenWindow, Workbench } from '../workbench.ts';
import { type AskServer, askServer } from './ask-server.ts';
import { type AskWindow, askWindow } from './ask-window.ts';
import { type GeneratedProject, generateProject } from './projects/generate-project.ts';
import { type MarkedPlace, nameOf } from './projects/marked-text.ts';
import type { ProjectSymbol, ProjectTemplate } from './projects/project-template.ts';
import { type Answer, type Judgement, judge, type VerdictTable } from './verdicts.ts';

/** How long a server may take to know everything; it only ends a hang. */
const LIMIT_MS = Number(process.env['HAWSER_TRUTH_SECONDS'] ?? 300) * 1000;
/** A test that has met a lie has failed; it only wants to see whether the truth comes soon after. */
const LIMIT_AFTER_LIE_MS = Math.min(LIMIT_MS, 15_000);
const PAUSE_MS = 200;

/** A window on a generated project, and everything that can be asked about one of its symbols. */
export interface ProjectWindow {
	open: OpenWindow;
	project: GeneratedProject;
	ask: AskWindow;
	server: AskServer;
	references(symbol: ProjectSymbol): Promise<Judgement>;
	search(symbol: ProjectSymbol): Promise<Judgement>;
	/** Looks for the symbol by the beginning of its name. */
	searchByPart(symbol: ProjectSymbol): Promise<Judgement>;
	/** Asks at a use of the symbol. */
	definitions(symbol: ProjectSymbol): Promise<Judgement>;
	implementations(symbol: ProjectSymbol): Promise<Judgement>;
	subtypes(symbol: ProjectSymbol): Promise<Judgement>;
	callers(symbol: ProjectSymbol): Promise<Judgement>;
	problems(severity: 'error' | 'warning'): Promise<Judgement>;
	/** Waits until the server itself, asked by VS Code's own command, knows every use of every symbol. */
	untilServerKnows(question: ServerQuestion): Promise<void>;
}

/** Questions that have an answer for symbols of one kind only. */
const ONLY_OF: Partial<Record<ServerQuestion, ProjectSymbol['kind']>> = {
	callers: 'function',
	implementations: 'class',
	subtypes: 'class',
};

type ServerQuestion = 'references' | 'search' | 'callers' | 'definitions' | 'implementations' | 'subtypes';

export async function openProject(
	workbench: Workbench,
	template: ProjectTemplate,
	name: string,
): Promise<ProjectWindow> {
	const project = generateProject(template, workbench.makeFolder(name));
	const open = await workbench.open(project.folder);
	const ask = askWindow(open.entry);
	const server = askServer(open.window);
	const heirsOf = ({ name }: ProjectSymbol) =>
		(project.truth().references.get(name) ?? []).filter(place => /(?:^|\/)heirs\//i.test(place));
	const expected = {
		references: ({ name }: ProjectSymbol) => project.truth().references.get(name) ?? [],
		callers: ({ name }: ProjectSymbol) => project.truth().calls.get(name) ?? [],
		search: (symbol: ProjectSymbol) => declarationsNamed(project, symbol).map(([first]) => lineOf(first)),
		// Where a header declares and a source defines, the definition is the last.
		definitions: ({ name }: ProjectSymbol) => [lineOf(project.truth().declarations.get(name)?.at(-1))],
		implementations: heirsOf,
		subtypes: heirsOf,
	};
	const searchBy = async (symbol: ProjectSymbol, query: string) => {
		const answer: Answer = await ask.search(symbol.name, query);
		const found = 'code' in answer ? answer : { ...answer, places: onFirstDeclaration(answer.places, symbol) };
		return judge(found, expected.search(symbol));
	};
	/** A symbol with two declarations, as in C++, is found when one of them is. */
	const onFirstDeclaration = (places: readonly string[], symbol: ProjectSymbol) => {
		const all = declarationsNamed(project, symbol);
		return [
			...new Set(
				places.map(place => {
					const own = all.find(declarations => declarations.some(declaration => isAt(declaration, place)));
					return own === undefined ? place : lineOf(own[0]);
				}),
			),
		];
	};
	const window: ProjectWindow = {
		open,
		project,
		ask,
		server,
		references: async symbol =>
			judge(await ask.references(declarationOf(project, symbol).path, symbol.name), expected.references(symbol)),
		search: symbol => searchBy(symbol, symbol.name),
		searchByPart: symbol => searchBy(symbol, symbol.name.slice(0, -1)),
		definitions: async symbol => judge(await ask.definitions(useOf(project, symbol)), expected.definitions(symbol)),
		implementations: async symbol =>
			judge(await ask.implementations(declarationOf(project, symbol).path, symbol.name), heirsOf(symbol)),
		subtypes: async symbol =>
			judge(await ask.subtypes(declarationOf(project, symbol).path, symbol.name), heirsOf(symbol)),
		callers: async symbol =>
			judge(await ask.callers(declarationOf(project, symbol).path, symbol.name), expected.callers(symbol)),
		problems: async severity => judge(await ask.problems(severity), project.truth().errors),
		async untilServerKnows(question) {
			const symbols = project.template.symbols.filter(({ kind }) => kind === (ONLY_OF[question] ?? kind));
			for (const symbol of symbols) {
				await until(async () => {
					const places =
						question === 'search'
							? onFirstDeclaration(await server.search(symbol.name, declarationOf(project, symbol)), symbol)
							: await server[question](
									question === 'definitions' ? useOf(project, symbol) : declarationOf(project, symbol),
								);
					const { verdict, said } = judge({ freshness: 'fresh', places }, expected[question](symbol));
					return verdict === 'true' ? undefined : `The server itself says of ${symbol.name} (${question}): ${said}`;
				});
			}
		},
	};
	return window;
}

/** Asks until the answer is true, and writes down each lie on the way; honest answers may be as many as they like. */
export async function untilTrue(
	table: VerdictTable,
	question: string,
	about: string,
	ask: () => Promise<Judgement>,
): Promise<void> {
	const limit = () => (table.complaints(question).lies.length > 0 ? LIMIT_AFTER_LIE_MS : LIMIT_MS);
	await until(async () => {
		const judgement = await ask();
		if (judgement.verdict === 'lie') {
			table.add(question, about, judgement);
		}
		return judgement.verdict === 'true' ? undefined : `${question}, ${about}: ${judgement.said}`;
	}, limit);
}

async function until(complaint: () => Promise<string | undefined>, limit = () => LIMIT_MS): Promise<void> {
	const startedAt = Date.now();
	for (;;) {
		const said = await complaint();
		if (said === undefined) {
			return;
		}
		if (Date.now() - startedAt > limit()) {
			throw new Error(said);
		}
		await sleep(PAUSE_MS);
	}
}

function declarationOf(project: GeneratedProject, { name }: ProjectSymbol): MarkedPlace {
	const [first] = project.truth().declarations.get(name) ?? [];
	if (first === undefined) {
		throw new Error(`Nothing declares ${name}.`);
	}
	return first;
}

/** The last use in the first file that uses it: where names are imported, a use and no import. */
function useOf(project: GeneratedProject, { name }: ProjectSymbol): MarkedPlace {
	const uses = project.truth().uses.get(name) ?? [];
	const last = uses.findLast(({ path }) => path === uses[0]?.path);
	if (last === undefined) {
		throw new Error(`Nothing uses ${name}.`);
	}
	return last;
}

/** The declarations of each symbol of this name, strangers included. */
function declarationsNamed(project: GeneratedProject, { name }: ProjectSymbol): readonly (readonly MarkedPlace[])[] {
	return [...project.truth().declarations].filter(([mark]) => nameOf(mark) === name).map(([, places]) => places);
}

/** Some servers name the line of the comment above a declaration. */
function isAt(declaration: MarkedPlace, place: string): boolean {
	const [, path, line] = /^(.*):(\d+)$/.exec(place) ?? [];
	return path === declaration.path && Math.abs(Number(line) - declaration.line) <= 2;
}

function lineOf(place: MarkedPlace | undefined): string {
	return place === undefined ? '' : `${place.path}:${place.line}`;
}
