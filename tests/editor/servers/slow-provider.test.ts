import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../../scripts/build/artefacts.ts';
import { callWindow } from '../../support/call-window.ts';
import { askWindow } from '../../support/language-servers/ask-window.ts';
import { judge } from '../../support/language-servers/verdicts.ts';
import { useWorkbench } from '../../support/use-window.ts';

/** A time-out is never an answer, and neither is the part of an answer that a server has so far. All of them wait, so they do so at once. */
const workbench = useWorkbench({ extensions: [join(ROOT, 'tests/projects/slow-language')] });

const PATIENT = { timeout: 600_000 };
const USERS = 12;

async function openLanguage(ending: 'slow' | 'late' | 'grow', name: string) {
	const folder = workbench().makeFolder(name);
	const open = await workbench().open(folder);
	open.write(`a.${ending}`, 'declare wanted\n');
	for (let user = 0; user < USERS; user++) {
		open.write(`user${String(user).padStart(2, '0')}.${ending}`, 'use wanted\n');
	}
	const expected = [
		`a.${ending}:1`,
		...Array.from({ length: USERS }, (_, user) => `user${String(user).padStart(2, '0')}.${ending}:1`),
	];
	return { open, expected, ask: askWindow(open.entry) };
}

test.concurrent('a server that takes 40 s to start, and as long for its answer, is not ready', PATIENT, async () => {
	const { ask, expected } = await openLanguage('late', 'late-references');
	const { verdict, said } = judge(await ask.references('a.late', 'wanted'), expected);
	expect(['true', 'honest'], said).toContain(verdict);
});

test.concurrent('references that take a server 40 s are whole or not ready, and never none', PATIENT, async () => {
	const { ask, expected } = await openLanguage('slow', 'slow-references');
	const { verdict, said } = judge(await ask.references('a.slow', 'wanted'), expected);
	expect(['true', 'honest'], said).toContain(verdict);
});

test.concurrent(
	'a rename that takes a server 40 s changes every file or says that it is not ready',
	PATIENT,
	async () => {
		const { open } = await openLanguage('slow', 'slow-rename');
		const input = { path: 'a.slow', symbol: 'wanted', newName: 'renamed' };
		const { envelope, text } = await callWindow(open.entry, 'symbol_rename', input);
		expect(envelope.ok ? envelope.data : envelope.error, text).toMatchObject(
			envelope.ok ? { totalFiles: USERS + 1 } : { code: 'E_NOT_READY' },
		);
	},
);

test.concurrent('an answer that grows each time is not called fresh before it is whole', PATIENT, async () => {
	const { ask, expected } = await openLanguage('grow', 'growing-references');
	const lies: string[] = [];
	for (let verdict = ''; verdict !== 'true'; ) {
		const judgement = judge(await ask.references('a.grow', 'wanted'), expected);
		verdict = judgement.verdict;
		if (verdict !== 'true' && verdict !== 'honest') {
			lies.push(judgement.said);
		}
		if (lies.length > USERS) {
			break;
		}
	}
	expect(lies).toEqual([]);
});
