import { startTimeLimit } from '@hawser/node/deadlines.ts';
import { expect, test } from 'vitest';
import type * as vscode from 'vscode';
import type { LanguageServers } from '../../../src/editor/language/language-servers.ts';
import type { Doubts } from '../../../src/editor/language/reference-check.ts';
import { untilWhole } from '../../../src/editor/language/until-whole.ts';

const NO_DOUBTS: Doubts = { missing: [], unresolved: [], declaring: [], merged: [], unchecked: [], outdated: [] };
const NEVER = { cancelled: false, onCancelled: () => () => undefined };

/** A server that gives these answers one after the other, the last one for good. */
function ask(answers: readonly (readonly string[])[], doubts: Partial<Doubts>, { settled = true, limit = 5000 } = {}) {
	let asked = 0;
	const question = () =>
		Promise.resolve({ answer: answers[Math.min(asked++, answers.length - 1)] ?? [], freshness: 'fresh' as const });
	const languageServers = { isSettled: () => settled, noteGrowth: () => undefined } as unknown as LanguageServers;
	const document = { languageId: 'php' } as vscode.TextDocument;
	const query = { document, timeLimit: startTimeLimit(limit, NEVER) };
	const check = { review: () => Promise.resolve({ ...NO_DOUBTS, ...doubts }) };
	return untilWhole({ query, question, placesOf: () => [], check, languageServers }).then(given => ({
		...given,
		asked,
	}));
}

test('an answer that nothing speaks against is taken at once', async () => {
	expect(await ask([['a']], {})).toMatchObject({ answer: ['a'], freshness: 'fresh', asked: 1 });
});

test('where another file declares the name too, the answer is taken when it no longer changes', async () => {
	const given = await ask([['a'], ['a', 'b'], ['a', 'b']], { declaring: ['b.php'] });
	expect(given).toMatchObject({ answer: ['a', 'b'], freshness: 'fresh', asked: 4 });
});

test('while the server may still be reading, another declaration leaves the answer in doubt', async () => {
	const given = await ask([['a']], { declaring: ['b.php'] }, { settled: false, limit: 400 });
	expect(given).toMatchObject({ freshness: 'not_ready', doubtfulFiles: 1 });
});

test('what is declared together with the symbol leaves the answer in doubt only while the server may still be reading', async () => {
	const doubts = { merged: ['b.ts'] };
	expect(await ask([['a']], doubts)).toMatchObject({ freshness: 'fresh', asked: 1 });
	const early = await ask([['a']], doubts, { settled: false, limit: 400 });
	expect(early).toMatchObject({ freshness: 'not_ready', doubtfulFiles: 1 });
});
