import { beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../support/eventually.ts';
import { askWindow } from '../../support/language-servers/ask-window.ts';
import { clientExtension } from '../../support/language-servers/client-extension.ts';
import type { LanguageServer } from '../../support/language-servers/language-server.ts';
import { openProject, type ProjectWindow } from '../../support/language-servers/project-window.ts';
import { renameInWindow } from '../../support/language-servers/rename-in-window.ts';
import { serversOf, signalServer } from '../../support/language-servers/server-process.ts';
import { BASH } from '../../support/language-servers/servers/bash.ts';
import { PYRIGHT } from '../../support/language-servers/servers/pyright.ts';
import { type Judgement, judge } from '../../support/language-servers/verdicts.ts';
import { useWorkbench } from '../../support/use-window.ts';

/** Servers on a busy machine take their time; a limit only ends a hang. */
const PATIENT = { timeout: 1_200_000 };
/** After so long without anything new Hawser takes a server's silence for its last word; a crash must not pass for it. */
const AT_REST_MS = 25_000;
/** The client gives a server up when it ends for the fifth time within three minutes. */
const GIVEN_UP_AFTER = 5;

async function extensionOf(server: LanguageServer): Promise<string> {
	const program = await server.install();
	if ('missing' in program) {
		throw new Error(program.missing);
	}
	return clientExtension(server, program);
}
const extensions = [await extensionOf(BASH), await extensionOf(PYRIGHT)];

/** A server that ends while it is asked may leave a question open, but nothing that it did not say may be called fresh. */
describe('a server that crashes', PATIENT, () => {
	const workbench = useWorkbench({ extensions, ...(BASH.settings && { settings: BASH.settings }) });
	const { symbols } = BASH.project;
	let window: ProjectWindow;
	beforeAll(async () => {
		window = await openProject(workbench(), BASH.project, 'crash');
		await window.untilServerKnows('references');
	});

	const crash = () => signalServer(window.open.window, 'bash-language-server', 'SIGKILL');

	const askAll = () =>
		Promise.all([...symbols.map(symbol => window.references(symbol)), ...symbols.map(symbol => window.search(symbol))]);

	async function expectTruthInTheEnd(): Promise<void> {
		await eventually(async () => {
			const answers = await askAll();
			expect(answers.filter(isWrong)).toEqual([]);
			expect(answers.map(({ verdict }) => verdict)).toEqual(answers.map(() => 'true'));
		}, PATIENT.timeout);
	}

	test('during a question', async () => {
		const asked = askAll();
		expect(await crash()).toBe(true);
		expect((await asked).filter(isWrong)).toEqual([]);
		await expectTruthInTheEnd();
	});

	test('long after it has come to rest, just before a question', async () => {
		for (const restsAt = Date.now() + AT_REST_MS; Date.now() < restsAt; ) {
			await askAll();
		}
		expect(await crash()).toBe(true);
		expect((await askAll()).filter(isWrong)).toEqual([]);
		await expectTruthInTheEnd();
	});

	test('so often that it is not started again', async () => {
		for (let crashes = 2; crashes < GIVEN_UP_AFTER; crashes++) {
			await eventually(async () => expect(await crash()).toBe(true));
		}
		for (const restsAt = Date.now() + AT_REST_MS; Date.now() < restsAt; ) {
			expect((await askAll()).filter(isWrong)).toEqual([]);
		}
		const [first] = symbols;
		const renamed = first && (await renameInWindow(window, first, `${first.name}_anew`));
		expect([renamed].filter(answer => answer && isWrong(answer))).toEqual([]);
	});

	test('whose problems go with it, though the file has them still', async () => {
		const open = await workbench().open(workbench().makeFolder('crash-problems'));
		open.write('first.py', 'def first() -> int:\n    return "text"\n');
		const ask = askWindow(open.entry);
		const wrong: string[] = [];
		const check = async () => judge(await ask.problems('error', 'first.py'), ['first.py:2']);
		await eventually(async () => expect((await check()).verdict).toBe('true'));
		await open.window.evaluate(SHOW, { path: 'first.py' });
		for (let crashes = 1; crashes < GIVEN_UP_AFTER; crashes++) {
			const ended = await serversOf(open.window, 'pyright');
			expect(await signalServer(open.window, 'pyright', 'SIGKILL')).toBe(true);
			await eventually(async () => {
				const judgement = await check();
				wrong.push(...(isWrong(judgement) ? [judgement.said] : []));
				expect(judgement.verdict).toBe('true');
				const running = await serversOf(open.window, 'pyright');
				expect(running.length > 0 && !running.some(pid => ended.includes(pid))).toBe(true);
			});
		}
		expect(wrong).toEqual([]);
	});
});

const SHOW = `
	const [folder] = vscode.workspace.workspaceFolders;
	await vscode.window.showTextDocument(vscode.Uri.joinPath(folder.uri, args.path));
`;

/** That nobody answers is true of a server that is gone. */
function isWrong({ verdict, said }: Judgement): boolean {
	return verdict === 'lie' && !said.includes('[E_NO_LANGUAGE_SERVER]');
}
