import { beforeAll, expect, test } from 'vitest';
import { callWindow } from '../support/call-window.ts';
import { type AskWindow, askWindow } from '../support/language-servers/ask-window.ts';
import type { Truth } from '../support/language-servers/projects/marked-text.ts';
import { type Answer, judge } from '../support/language-servers/verdicts.ts';
import { writeMonorepo } from '../support/repository/monorepo.ts';
import { useWorkbench } from '../support/use-window.ts';
import type { OpenWindow } from '../support/workbench.ts';

/** 90 tsconfigs that refer to each other: answers are true or say that they are not ready, and no time-out is an answer. */
const workbench = useWorkbench();
const PATIENT = { timeout: 900_000 };
let open: OpenWindow;
let truth: Truth;
let ask: AskWindow;
beforeAll(async () => {
	const folder = workbench().makeFolder('monorepo');
	truth = writeMonorepo(folder);
	open = await workbench().open(folder);
	ask = askWindow(open.entry);
});

function expectNoLie(answer: Answer, expected: readonly string[]): void {
	const { verdict, said } = judge(answer, expected);
	console.log(`${verdict}: ${said}`);
	expect(['true', 'honest'], said).toContain(verdict);
}

test('references of a symbol that every package uses', PATIENT, async () => {
	expectNoLie(await ask.references('packages/core/src/shared.ts', 'shared'), truth.references.get('shared') ?? []);
});

test('projects are loaded without a document of each', PATIENT, async () => {
	const documents = await open.window.evaluate('return vscode.workspace.textDocuments.length');
	expect(documents).toBeLessThan(20);
});

test('projects that were given back are loaded again', PATIENT, async () => {
	const released = await open.window.evaluate(
		"return vscode.commands.executeCommand('typescript.tsserverRequest', '_hawser.releaseProjects', {}, { executionTarget: 0 })",
	);
	expect(released).toMatchObject({ success: true });
	expectNoLie(await ask.references('packages/package60/src/own.ts', 'own60'), truth.references.get('own60') ?? []);
});

test('references of a symbol that three packages use', PATIENT, async () => {
	expectNoLie(await ask.references('packages/package40/src/own.ts', 'own40'), truth.references.get('own40') ?? []);
});

test('every page of the references counts the same total', PATIENT, async () => {
	const totals = new Set<unknown>();
	for (let offset: number | undefined = 0; offset !== undefined; ) {
		const input = { path: 'packages/core/src/shared.ts', symbol: 'shared', limit: 50, offset };
		const { envelope, text } = await callWindow(open.entry, 'symbol_references', input);
		expect(envelope.ok || envelope.error?.code === 'E_NOT_READY', text).toBe(true);
		const page = (envelope.data ?? {}) as { freshness?: string; total?: number; nextOffset?: number };
		if (page.freshness === 'fresh') {
			totals.add(page.total);
		}
		offset = page.nextOffset;
	}
	expect(totals.size).toBeLessThanOrEqual(1);
});

test('a search finds the declaration', PATIENT, async () => {
	expectNoLie(await ask.search('own40'), ['packages/package40/src/own.ts:2']);
});

test('the problems of all packages', PATIENT, async () => {
	expectNoLie(await ask.problems('error'), truth.errors);
});
