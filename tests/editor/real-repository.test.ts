import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { howOften } from '../support/how-often.ts';
import { problemCounts, problemsOf, referencesOf } from '../support/repository/ask-window.ts';
import { differences } from '../support/repository/differences.ts';
import type { Declaration } from '../support/repository/list-declarations.ts';
import { pick } from '../support/repository/pick.ts';
import type { Problem } from '../support/repository/plain-typescript.ts';
import { useRepository } from '../support/repository/use-repository.ts';

/** The tools say of a real repository what TypeScript itself says of it: the same places, nothing missing, nothing extra. */
const SYMBOLS = howOften('HAWSER_REPOSITORY_SYMBOLS', 24);
const SEED = 20_260_728;
const PATIENT = { timeout: 600_000 };
const repository = useRepository();

describe('symbol_references', () => {
	test('the very first answer of a window is whole', PATIENT, async () => {
		for (const symbol of pick(
			await repository().plain.declarations(),
			howOften('HAWSER_FIRST_ANSWERS', 1),
			SEED + 1,
			byKind,
		)) {
			expect(await wrongReferences([symbol])).toEqual([]);
			await repository().reopen();
		}
	});

	test(`the references of ${SYMBOLS} symbols are found by their place`, PATIENT, async () => {
		const symbols = pick(await repository().plain.declarations(), SYMBOLS, SEED, byKind);
		expect(symbols.length).toBe(SYMBOLS);
		expect(await wrongReferences(symbols)).toEqual([]);
	});

	test('references are found by name where the name is enough', PATIENT, async () => {
		const { client, plain } = repository();
		const declarations = await plain.declarations();
		const counts = Map.groupBy(declarations, ({ path, name }) => `${path} ${name}`);
		const single = declarations.filter(
			({ path, name, kind }) =>
				['function', 'class', 'interface', 'type'].includes(kind) && counts.get(`${path} ${name}`)?.length === 1,
		);
		for (const { path, name, line, column } of pick(single, 20, SEED + 2, byKind)) {
			expect(await referencesOf(client, { path, symbol: name }), `${path} ${name}`).toEqual(
				await plain.references({ path, line, column }),
			);
		}
	});

	test('overloads are one symbol', PATIENT, async () => {
		const { client, plain } = repository();
		const path = 'rxjs/src/internal/observable/combineLatest.ts';
		const overloads = (await plain.declarations()).filter(
			({ path: file, name, kind }) => file === path && name === 'combineLatest' && kind === 'function',
		);
		expect(overloads.length).toBeGreaterThan(5);
		const [first] = overloads;
		expect(await referencesOf(client, { path, symbol: 'combineLatest' })).toEqual(
			await plain.references(first ?? { path, line: 1, column: 1 }),
		);
	});
});

describe('diagnostic_list', () => {
	test('30 files are checked one by one, hints included', PATIENT, async () => {
		const { client, plain } = repository();
		const files = [...new Set((await plain.declarations()).map(({ path }) => path))];
		for (const path of pick(files, 30, SEED + 3)) {
			expect(sorted(await problemsOf(client, path)), path).toEqual(sorted(await plain.problems(path)));
		}
	});

	test('a whole project has the problems that TypeScript finds', PATIENT, async () => {
		const { client } = repository();
		const expected = await everyProblem('rxjs');
		expect(expected.length).toBeGreaterThan(100);
		expect(sorted(await problemsOf(client, 'rxjs'))).toEqual(sorted(expected));
	});

	test('another project has as many problems as TypeScript finds', PATIENT, async () => {
		const { client } = repository();
		const expected = await everyProblem('openai');
		const count = (severity: string) => expected.filter(problem => problem.severity === severity).length;
		expect(count('error')).toBeGreaterThan(50);
		expect(await problemCounts(client, 'openai')).toMatchObject({
			error: count('error'),
			warning: 0,
			information: 0,
			hint: count('hint'),
		});
	});
});

describe('after an edit', () => {
	test('references in and to a file that was changed on disk are right at once', PATIENT, async () => {
		const path = 'rxjs/src/internal/Observable.ts';
		const { plain } = repository();
		const text = `// A line that moves all others.\n${readFileSync(file(path), 'utf8')}\nexport const another = Observable;\n`;
		await edit(path, text);
		const symbols = (await plain.declarations()).filter(declaration => declaration.path === path);
		expect(await wrongReferences(pick(symbols, 8, SEED + 4, byKind))).toEqual([]);
	});

	test('answers follow an edit in an unsaved document', PATIENT, async () => {
		const path = 'rxjs/src/internal/Subscription.ts';
		const { open, plain } = repository();
		const text = `/* not saved */\n${readFileSync(file(path), 'utf8')}`;
		await open.window.evaluate(
			`const editor = await vscode.window.showTextDocument(vscode.Uri.file(args.file));
			await editor.edit(edit => edit.insert(new vscode.Position(0, 0), '/* not saved */\\n'));`,
			{ file: file(path) },
		);
		await plain.edit(path, text);
		const symbols = (await plain.declarations()).filter(declaration => declaration.path === path);
		expect(await wrongReferences(pick(symbols, 8, SEED + 5, byKind))).toEqual([]);
		await open.window.executeCommand('workbench.action.revertAndCloseActiveEditor');
		await plain.edit(path, readFileSync(file(path), 'utf8'));
	});

	test('the files that use an exported type have its errors, though none of them is open', PATIENT, async () => {
		const path = 'rxjs/src/internal/types.ts';
		const { client, plain } = repository();
		const before = readFileSync(file(path), 'utf8');
		const observer = (await plain.declarations()).find(
			({ path: where, name, kind }) => where === path && name === 'Observer' && kind === 'interface',
		);
		const places = await plain.references(observer ?? { path, line: 1, column: 1 });
		const users = [...new Set(places.map(place => place.split(':')[0] ?? ''))];
		await edit(path, before.replace('next: (value: T) => void;\n  error:', 'following: (value: T) => void;\n  error:'));
		const broken: Problem[] = [];
		for (const user of users) {
			const expected = sorted(await plain.problems(user));
			expect(sorted(await problemsOf(client, user)), user).toEqual(expected);
			broken.push(...expected.filter(({ message }) => message.includes('following') || message.includes('next')));
		}
		expect(broken.length).toBeGreaterThan(0);
		await edit(path, before);
		for (const user of users) {
			expect(sorted(await problemsOf(client, user)), user).toEqual(sorted(await plain.problems(user)));
		}
	});
});

async function everyProblem(project: string): Promise<readonly Problem[]> {
	const { plain } = repository();
	const files = new Set((await plain.declarations()).map(({ path }) => path));
	const problems: Problem[] = [];
	for (const path of [...files].filter(name => name.startsWith(`${project}/`))) {
		problems.push(...(await plain.problems(path)));
	}
	return problems;
}

function byKind({ kind }: Declaration): string {
	return kind;
}

function file(path: string): string {
	return join(repository().open.folder, path);
}

async function edit(path: string, text: string): Promise<void> {
	writeFileSync(file(path), text);
	await repository().plain.edit(path, text);
}

function wrongReferences(symbols: readonly Declaration[]): Promise<unknown[]> {
	const { client, plain } = repository();
	return differences(
		symbols,
		({ path, line, column }) => referencesOf(client, { path, line, column }),
		symbol => plain.references(symbol),
	);
}

function sorted(problems: readonly Problem[]): readonly Problem[] {
	// TypeScript writes the parts of a union in the order in which it met them, so the words are put in order too.
	const steady = problems.map(problem => ({ ...problem, message: problem.message.split(/\b/).sort().join('') }));
	const key = ({ place, end, code, message }: Problem) => `${place} ${end} ${code} ${message}`;
	return steady.sort((left, right) => (key(left) < key(right) ? -1 : 1));
}
