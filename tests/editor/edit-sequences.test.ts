import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Client } from '@modelcontextprotocol/client';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { howOften } from '../support/how-often.ts';
import { call, connectHttp, textOf } from '../support/mcp-clients.ts';
import { useShopWindow } from '../support/use-window.ts';

/**
 * An agent, a user and another program change one file in turn, and at the same time. Whatever one of them was told is
 * done must be in the editor or on disk ever after. `HAWSER_EDIT_SEQUENCES` sets how many sequences are tried.
 */
const SEQUENCES = howOften('HAWSER_EDIT_SEQUENCES', 12);

const { open } = useShopWindow();
let agents: Client[];
beforeAll(async () => {
	agents = await Promise.all([connectHttp(open().entry), connectHttp(open().entry)]);
});
afterAll(async () => {
	await Promise.all(agents.map(agent => agent.close()));
});

type Step =
	| { who: 'user'; does: 'type'; line: number }
	| { who: 'user'; does: 'save' }
	| { who: 'agent'; does: 'edit' | 'write'; agent: number; reads: boolean; whileTyping: boolean }
	| { who: 'program'; does: 'append' };

const line = fc.nat({ max: 6 });
const agent = fc.record({
	who: fc.constant('agent' as const),
	does: fc.constantFrom('edit' as const, 'write' as const),
	agent: fc.nat({ max: 1 }),
	reads: fc.boolean(),
	whileTyping: fc.boolean(),
});
const step: fc.Arbitrary<Step> = fc.oneof(
	{
		weight: 3,
		arbitrary: fc.record({ who: fc.constant('user' as const), does: fc.constant('type' as const), line }),
	},
	{ weight: 2, arbitrary: fc.constant({ who: 'user' as const, does: 'save' as const }) },
	{ weight: 5, arbitrary: agent },
	{ weight: 1, arbitrary: fc.constant({ who: 'program' as const, does: 'append' as const }) },
);

let sequence = 0;

test(`${SEQUENCES} random sequences lose nothing`, async () => {
	const outcomes = new Map<string, number>();
	await fc.assert(
		fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 8 }), async steps => {
			const file = new SharedFile(`sequence-${++sequence}.txt`);
			for (const next of steps) {
				const outcome = await file.take(next);
				outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
				await file.expectNothingLost(next);
			}
			await file.finish();
		}),
		{ numRuns: SEQUENCES, seed: 20_261_116, endOnFailure: true },
	);
	// Every way a step can end was met, or the test proves less than it says.
	expect([...outcomes.keys()].sort()).toEqual(
		expect.arrayContaining(['E_FILE_CHANGED', 'E_FILE_DIRTY', 'appended', 'done', 'saved', 'typed']),
	);
	console.log(`${sequence} sequences: ${JSON.stringify(Object.fromEntries(outcomes))}`);
}, 3_600_000);

class SharedFile {
	private readonly name: string;
	private readonly path: string;
	private readonly accepted = new Set<string>(['start']);
	private tokens = 0;
	private conflict = false;
	private programWrote = false;
	private readonly seenBy: string[] = [];

	constructor(name: string) {
		this.name = name;
		this.path = join(open().folder, name);
		writeFileSync(this.path, 'start\none\ntwo\n');
	}

	async take(next: Step): Promise<string> {
		if (next.who === 'program') {
			// What is typed and not saved is not on disk: from here on the two differ until the user decides.
			this.conflict ||= await this.isDirty();
			this.programWrote = true;
			const token = this.newToken('program');
			appendFileSync(this.path, `${token}\n`);
			this.accepted.add(token);
			return 'appended';
		}
		if (next.who === 'agent') {
			const typing = next.whileTyping ? this.type(1) : Promise.resolve();
			const [outcome] = await Promise.all([this.letAgent(next), typing]);
			return outcome;
		}
		if (next.does === 'type') {
			await this.type(next.line);
			return 'typed';
		}
		if (!this.conflict) {
			await this.user('await document.save();');
		}
		return 'saved';
	}

	private async letAgent({ does, agent, reads }: Extract<Step, { who: 'agent' }>): Promise<string> {
		const client = agents[agent] ?? agents[0];
		if (!client) {
			throw new Error('There is no agent.');
		}
		const token = this.newToken(`agent${agent}`);
		// One that does not read again writes what it made of the text it saw last.
		const text = (reads ? undefined : this.seenBy[agent]) ?? (await this.read(client));
		this.seenBy[agent] = text;
		const answer =
			does === 'edit'
				? await call(client, 'file_edit', { path: this.name, edits: [{ oldText: 'start', newText: `start ${token}` }] })
				: await call(client, 'file_write', { path: this.name, text: `${text}${token}\n` });
		if (answer.isError) {
			return /^\[(E_\w+)\]/.exec(textOf(answer))?.[1] ?? textOf(answer);
		}
		this.accepted.add(token);
		this.seenBy[agent] = does === 'edit' ? text.replace('start', `start ${token}`) : `${text}${token}\n`;
		return 'done';
	}

	/** The text as the agent sees it; what happens between this and its write is for the editor to notice. */
	private async read(client: Client): Promise<string> {
		return textOf(await call(client, 'file_read', { path: this.name }))
			.split('\n')
			.slice(1)
			.map(content => `${content.replace(/^ *\d+ /, '')}\n`)
			.join('');
	}

	private async type(lineNumber: number): Promise<void> {
		const token = this.newToken('user');
		await this.user(
			`const line = Math.min(args.line, document.lineCount - 1);
			const end = document.lineAt(line).range.end;
			const editor = await vscode.window.showTextDocument(document, { preview: true });
			editor.selection = new vscode.Selection(end, end);
			await vscode.commands.executeCommand('type', { text: ' ' + args.token + ' ' });`,
			{ line: lineNumber, token },
		);
		this.accepted.add(token);
	}

	async expectNothingLost(after: Step): Promise<void> {
		const [editor, disk] = await this.texts();
		const lost = [...this.accepted].filter(token => !editor.includes(token) && !disk.includes(token));
		expect(lost, JSON.stringify({ after, editor, disk })).toEqual([]);
	}

	/** The user saves; where another program has been at the file, VS Code refuses, and the user takes what is on disk. */
	async finish(): Promise<void> {
		await this.user('await document.save();');
		const [editor, disk] = await this.texts();
		if (editor === disk) {
			expect([...this.accepted].filter(token => !disk.includes(token))).toEqual([]);
		} else {
			expect(this.programWrote).toBe(true);
			await this.user("await vscode.commands.executeCommand('workbench.action.files.revert');");
		}
		await open().window.executeCommand('workbench.action.closeActiveEditor');
	}

	private async texts(): Promise<[editor: string, disk: string]> {
		const editor = (await this.user('return document.getText();')) as string;
		return [editor, readFileSync(this.path, 'utf8')];
	}

	private isDirty(): Promise<boolean> {
		return this.user('return document.isDirty;') as Promise<boolean>;
	}

	private user(body: string, args: Record<string, unknown> = {}): Promise<unknown> {
		return open().window.evaluate(
			`const document = await vscode.workspace.openTextDocument(args.path);
			if (vscode.window.activeTextEditor?.document !== document) {
				await vscode.window.showTextDocument(document, { preview: true });
			}
			${body}`,
			{ path: this.path, ...args },
		);
	}

	private newToken(who: string): string {
		return `${who}-${++this.tokens}#`;
	}
}
