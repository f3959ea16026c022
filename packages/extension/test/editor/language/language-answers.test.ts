import { startTimeLimit } from '@hawser/node/deadlines.ts';
import { expect, test, vi } from 'vitest';
import type * as vscode from 'vscode';
import { askWhenReady } from '../../../src/editor/language/language-answers.ts';
import type { LanguageServers } from '../../../src/editor/language/language-servers.ts';
import type { TypeScriptServer } from '../../../src/editor/typescript/typescript-server.ts';

vi.mock('vscode', async original => ({
	...(await original<object>()),
	SymbolKind: {},
	workspace: { textDocuments: [] },
	commands: { executeCommand: () => Promise.resolve([]) },
}));

const NEVER = { cancelled: false, onCancelled: () => () => undefined };

/** Puts a question to which most symbols have no answer to a server that gives none. */
async function askSilentServer({
	settled,
	silences = [],
	limit = 1000,
	answersOther,
}: {
	settled: boolean;
	silences?: string[];
	limit?: number;
	/** Whether the server answers questions of other kinds at the same time. */
	answersOther?: boolean;
}) {
	let asked = 0;
	const languageServers: Partial<LanguageServers> = {
		knows: () => undefined,
		start: () => Promise.resolve(true),
		answered: () => ['outline'],
		isShipped: () => false,
		isSettled: () => settled,
		mayBeStarting: () => false,
		silenceLimit: () => limit,
		noteSilence: (_, question) => void silences.push(question),
		answersOther: () => Promise.resolve(answersOther),
		wasSilent: (_, question) => silences.includes(question),
	};
	const answer = await askWhenReady(
		{
			document: { languageId: 'go', uri: {} } as vscode.TextDocument,
			question: 'type definitions',
			ask: () => {
				asked++;
				return Promise.resolve([]);
			},
		},
		{
			languageServers: languageServers as LanguageServers,
			typeScript: { answersFor: () => Promise.resolve(false) } as unknown as TypeScriptServer,
			timeLimit: startTimeLimit(120_000, NEVER),
			loadedFor: new WeakMap(),
		},
	);
	return { ...answer, silences, asked };
}

test('a server that is still loading is not said to be none', async () => {
	expect(await askSilentServer({ settled: false })).toMatchObject({ complete: false, nobody: false, silences: [] });
});

test('silence is waited for once, and then known', async () => {
	const first = await askSilentServer({ settled: true });
	expect(first).toMatchObject({ nobody: true, silences: ['type definitions'] });
	// Its limit has not passed when it has been asked this often.
	expect(await askSilentServer({ settled: true, silences: first.silences, limit: 60_000 })).toMatchObject({
		nobody: true,
		asked: 4,
	});
});

test('a server that answers nothing at all in this moment is not said to answer nothing of the kind', async () => {
	expect(await askSilentServer({ settled: true, answersOther: false })).toMatchObject({ nobody: false, silences: [] });
	expect(await askSilentServer({ settled: true, answersOther: true })).toMatchObject({ nobody: true });
});
