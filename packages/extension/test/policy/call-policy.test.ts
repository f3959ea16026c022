import fs, { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, symlinkSync, writeFileSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Mode } from '@hawser/core/policy/rule.ts';
import type { ReviewFile } from '@hawser/core/ports/values/review.ts';
import type { CallToAdmit } from '@hawser/core/runtime/call-policy.ts';
import { NEVER_CANCELLED } from '@hawser/core/waiting/cancellation-source.ts';
import { userRulesFile } from '@hawser/link/user-rules.ts';
import { describe, expect, test, vi } from 'vitest';
import type { Question } from '../../src/editor/questions/question.ts';
import type { ReviewedChange } from '../../src/editor/review/reviews.ts';
import { type CallPolicyOptions, createCallPolicy } from '../../src/policy/call-policy.ts';

const FOLDER = '/home/me/shop';
const COMMAND: CallToAdmit = {
	tool: { name: 'terminal_run', title: 'Run a command', effect: 'runs' },
	input: { command: 'npm test', timeout: 30_000 },
	paths: [],
	onlyThesePaths: false,
	command: { line: 'npm test', ordinaryShell: true },
	asksByItself: false,
	reviewable: false,
	surface: 'mcp',
	connection: 'one',
	agent: 'codex',
	version: '0.166',
	who: 'codex 0.166 (by its own word)',
};

/** What most tests do not care about. */
const USUAL: Omit<CallPolicyOptions, 'rulesFile' | 'mode' | 'questions'> = {
	folders: () => [FOLDER],
	isPosixShell: () => true,
	digestsOf: () => Promise.resolve([]),
	chatAsks: () => true,
	attendance: {},
	reviews: { review: () => Promise.reject(new Error('nothing to review')) },
	warn: () => undefined,
};

/** A policy with a file of rules, and a user who answers everything in the same way. */
function policyOf({
	mode = 'ask',
	answer,
	says,
	fills,
	...others
}: {
	mode?: Mode;
	answer?: string;
	says?: string;
	fills?: Readonly<Record<string, string>>;
} & Partial<Omit<CallPolicyOptions, 'mode'>>) {
	const home = mkdtempSync(join(tmpdir(), 'hawser-rules-'));
	const asked: Question<string>[] = [];
	const warnings: string[] = [];
	const policy = createCallPolicy({
		...USUAL,
		rulesFile: userRulesFile(home),
		mode: () => mode,
		questions: {
			ask(question) {
				asked.push(question);
				if (says !== undefined) {
					question.onWords?.(says);
				}
				if (fills !== undefined) {
					expect(question.form?.take(fills)).toBeUndefined();
				}
				const keys = Object.keys(question.answers) as (keyof typeof question.answers)[];
				return Promise.resolve(keys.find(key => key === answer));
			},
		},
		warn: text => warnings.push(text),
		...others,
	});
	const admit = async (call: Partial<CallToAdmit> = {}) => {
		await policy.admit(() => ({ ...COMMAND, ...call }), { signal: NEVER_CANCELLED });
	};
	return { admit, policy, asked, warnings, file: join(home, 'rules.json') };
}

test('a mode that lets agents work asks nothing and needs no description', () => {
	const { asked } = policyOf({ mode: 'guarded' });
	const policy = createCallPolicy({
		...USUAL,
		rulesFile: userRulesFile(mkdtempSync(join(tmpdir(), 'hawser-rules-'))),
		mode: () => 'guarded',
		questions: { ask: () => Promise.resolve(undefined) },
	});
	expect(
		policy.admit(
			() => {
				throw new Error('described');
			},
			{ signal: NEVER_CANCELLED },
		),
	).toBeUndefined();
	expect(asked).toEqual([]);
});

test('in the mode "read-only" what runs is refused, and the agent learns why', async () => {
	const { admit } = policyOf({ mode: 'read-only' });
	await expect(admit()).rejects.toMatchObject({ code: 'E_DENIED', details: { by: 'rule', mode: 'read-only' } });
});

test('a question shows everything that the answer is for', async () => {
	const { admit, asked } = policyOf({ answer: 'once' });
	await admit();
	expect(asked[0]?.about).toEqual([
		{ label: 'Command', text: 'npm test' },
		{ label: 'Tool', text: 'terminal_run (Run a command)' },
		{ label: 'Arguments', text: 'timeout: 30000' },
		{ label: 'A longer answer allows', text: 'allow terminal_run, with commands that begin with: npm test' },
	]);
	expect(asked[0]?.asker).toEqual(['codex 0.166 (by its own word)']);
	await admit();
	expect(asked).toHaveLength(2);
});

test('a yes for the agent holds for its connection and for the same command', async () => {
	const { admit, asked } = policyOf({ answer: 'agent' });
	await admit();
	await admit({ command: { line: 'npm test -- --watch', ordinaryShell: true } });
	expect(asked).toHaveLength(1);
	await admit({ connection: 'two' });
	await admit({ command: { line: 'npm publish', ordinaryShell: true } });
	expect(asked).toHaveLength(3);
});

test('a yes for the folder is a rule that the user can read', async () => {
	const { admit, asked, file } = policyOf({ answer: 'folder' });
	await admit();
	await admit({ connection: 'two' });
	expect(asked).toHaveLength(1);
	expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
		rules: [{ decision: 'allow', tool: 'terminal_run', command: ['npm', 'test'], folder: FOLDER }],
	});
});

test('a yes for the folder that two agents waited for is one rule', async () => {
	const { admit, file } = policyOf({ answer: 'folder' });
	await Promise.all([admit(), admit({ connection: 'two' })]);
	expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ rules: [{ tool: 'terminal_run' }] });
});

test('a rule that the user has edited is saved, and allows', async () => {
	const { admit, asked, file } = policyOf({ answer: 'rule', fills: { tool: 'terminal_*', command: 'npm publish' } });
	await admit();
	expect(asked[0]?.form?.fields.map(({ name, value }) => [name, value])).toEqual([
		['tool', 'terminal_run'],
		['command', 'npm test'],
		['path', ''],
		['agent', ''],
		['folder', FOLDER],
		['until', ''],
		['effect', ''],
	]);
	expect(asked[0]?.form?.take({ until: 'tomorrow' })).toContain('"until"');
	await admit({ command: { line: 'npm publish --dry-run', ordinaryShell: true } });
	expect(asked).toHaveLength(1);
	expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
		rules: [{ decision: 'allow', tool: 'terminal_*', command: ['npm', 'publish'] }],
	});
});

test('a no tells the agent what the user has to say', async () => {
	const { admit } = policyOf({ answer: 'deny', says: 'use the staging server' });
	await expect(admit()).rejects.toMatchObject({
		code: 'E_DENIED',
		message: expect.stringContaining('They say: use the staging server') as string,
		details: { by: 'user', says: 'use the staging server' },
	});
});

test('where nobody can answer, the agent learns it at once, and how to allow it beforehand', async () => {
	const { admit, asked } = policyOf({ attendance: { nobody: 'nobody is there' } });
	await expect(admit()).rejects.toMatchObject({
		details: { by: 'nobody', answered: false },
		hint: expect.stringContaining('HAWSER_RULES') as string,
	});
	expect(asked).toEqual([]);
});

test('a window that turns out to be before nobody ends the wait', async () => {
	const { admit } = policyOf({ attendance: { untilGone: () => Promise.resolve() } });
	await expect(admit()).rejects.toMatchObject({
		details: { by: 'nobody' },
		hint: expect.stringContaining('ten minutes') as string,
	});
});

test('the chat asks by itself, and is held to rules and to "read-only" all the same', async () => {
	const { admit, asked } = policyOf({});
	await admit({ surface: 'language-model' });
	expect(asked).toEqual([]);
	await expect(policyOf({ mode: 'read-only' }).admit({ surface: 'language-model' })).rejects.toMatchObject({
		code: 'E_DENIED',
	});
});

test.each([
	['no JSON', 0o600, '{'],
	['no list', 0o600, '{"rules": {}}'],
	['a rule with a field that is none', 0o600, '{"rules": [{"decision": "deny", "tools": "x"}]}'],
	['others may change it', 0o666, '{"rules": []}'],
])('rules that are not understood make it ask: %s', async (_, mode, text) => {
	const { admit, asked, warnings, file } = policyOf({ mode: 'guarded', answer: 'once' });
	writeFileSync(file, text);
	chmodSync(file, mode);
	await admit();
	await admit();
	expect(asked).toHaveLength(2);
	expect(warnings).toHaveLength(1);
});

test('a rule counts from the moment it is written', async () => {
	const { admit, file } = policyOf({ mode: 'guarded' });
	await admit();
	writeFileSync(file, '{"rules": [{"decision": "deny", "effect": "runs", "agent": "codex*"}]}', { mode: 0o600 });
	await expect(admit()).rejects.toMatchObject({
		details: { by: 'rule', rule: 'deny every tool that runs code, by codex*' },
	});
	await admit({ agent: 'claude-code' });
});

test('a rule that forbids finds a file by its URI and behind a link', () => {
	const home = mkdtempSync(join(tmpdir(), 'hawser-links-'));
	mkdirSync(join(home, 'secrets'));
	symlinkSync(join(home, 'secrets'), join(home, 'alias'));
	writeFileSync(join(home, 'rules.json'), '{"rules": [{"decision": "deny", "path": "/secrets"}]}', { mode: 0o600 });
	const policy = createCallPolicy({
		...USUAL,
		rulesFile: userRulesFile(home),
		mode: () => 'guarded',
		folders: () => [realpathSync(home)],
		questions: { ask: () => Promise.resolve(undefined) },
	});
	const refuse = (path: string) => () => policy.refuse(() => ({ ...COMMAND, paths: [path] }));
	for (const path of ['secrets/key', 'alias/new.txt', pathToFileURL(join(realpathSync(home), 'secrets/key')).href]) {
		expect(refuse(path), path).toThrow('a rule of the user says');
	}
	const address = pathToFileURL(join(realpathSync(home), 'secrets/key')).href;
	expect(refuse(address.replace('file:', 'FILE:'))).toThrow('a rule of the user says');
	expect(refuse('src/key')).not.toThrow();
});

test('a rule that forbids files by a pattern holds for the folders that they lie in', () => {
	const home = realpathSync(mkdtempSync(join(tmpdir(), 'hawser-folders-')));
	mkdirSync(join(home, 'config', 'deep'), { recursive: true });
	mkdirSync(join(home, 'src'));
	writeFileSync(join(home, 'config', 'deep', '.env'), '');
	const rules = '{"rules": [{"decision": "deny", "path": ".env"}, {"decision": "deny", "path": "keys/**/*.pem"}]}';
	writeFileSync(join(home, 'rules.json'), rules, { mode: 0o600 });
	const policy = createCallPolicy({
		...USUAL,
		rulesFile: userRulesFile(home),
		mode: () => 'guarded',
		folders: () => [home],
		questions: { ask: () => Promise.resolve(undefined) },
	});
	const change = (name: string) => () =>
		policy.files({ agent: 'one', tool: 'file_delete', signal: NEVER_CANCELLED }, [join(home, name)]);
	expect(change('config')).toThrow('a rule of the user says');
	expect(change('config/deep')).toThrow('a rule of the user says');
	expect(change('src')).not.toThrow();
	expect(change('config/other.txt')).not.toThrow();
});

test('a folder that must not be read may hold what a rule forbids', () => {
	const home = realpathSync(mkdtempSync(join(tmpdir(), 'hawser-folders-')));
	mkdirSync(join(home, 'closed'));
	writeFileSync(join(home, 'rules.json'), '{"rules": [{"decision": "deny", "path": ".env"}]}', { mode: 0o600 });
	const policy = createCallPolicy({
		...USUAL,
		rulesFile: userRulesFile(home),
		mode: () => 'guarded',
		folders: () => [home],
		questions: { ask: () => Promise.resolve(undefined) },
	});
	const remove = () =>
		policy.files({ agent: 'one', tool: 'file_delete', signal: NEVER_CANCELLED }, [join(home, 'closed')]);
	expect(remove).not.toThrow();
	const read = vi.spyOn(fs, 'readdirSync').mockImplementation(() => {
		throw Object.assign(new Error('no'), { code: 'EACCES' });
	});
	syncBuiltinESMExports();
	try {
		expect(remove).toThrow('cannot be looked through');
	} finally {
		read.mockRestore();
		syncBuiltinESMExports();
	}
});

test('in a window with several folders, a rule about files knows the names that stand before them', async () => {
	const folders = () => ['/home/me/shop', '/home/me/docs'];
	const folderName = (folder: string) => (folder === '/home/me/shop' ? 'web' : 'docs');
	const { admit, asked, file } = policyOf({ answer: 'deny', folders, folderName });
	const write = { tool: { name: 'file_write', title: 'Write', effect: 'edits' }, onlyThesePaths: true } as const;
	const admitted = (path: string) => admit({ ...write, paths: [path] });
	writeFileSync(file, '{"rules": [{"decision": "deny", "path": "secrets/**"}]}', { mode: 0o600 });
	await expect(admitted('web/secrets/key')).rejects.toMatchObject({ details: { by: 'rule' } });
	writeFileSync(file, '{"rules": [{"decision": "allow", "path": "docs/**"}]}', { mode: 0o600 });
	await expect(admitted('docs/package.json')).rejects.toMatchObject({ details: { by: 'user' } });
	expect(asked).toHaveLength(1);
	await admitted('docs/docs/a.md');
});

test('callers that cannot be told apart get no answer for one agent', async () => {
	const { admit, asked } = policyOf({ answer: 'once' });
	await admit({ surface: 'cli', connection: 'cli' });
	expect(Object.keys(asked[0]?.answers ?? {})).toEqual(['once', 'folder', 'rule', 'deny']);
});

test('a tool that always asks by itself is not asked about by the mode, but by a rule', async () => {
	const { admit, asked, file } = policyOf({ answer: 'once' });
	await admit({ asksByItself: true });
	expect(asked).toEqual([]);
	writeFileSync(file, '{"rules": [{"decision": "ask", "tool": "terminal_run"}]}', { mode: 0o644 });
	await admit({ asksByItself: true });
	expect(asked).toHaveLength(1);
});

test('a change that can be shown is not asked about before it is known', async () => {
	const shown: ReviewedChange<string>[] = [];
	const home = mkdtempSync(join(tmpdir(), 'hawser-rules-'));
	let answer = 'deny';
	const policy = createCallPolicy({
		...USUAL,
		rulesFile: userRulesFile(home),
		mode: () => 'ask',
		questions: { ask: () => Promise.reject(new Error('asked in words')) },
		reviews: {
			review(change) {
				shown.push(change);
				const keys = Object.keys(change.answers) as (typeof change.accept)[];
				return Promise.resolve({ answer: keys.find(key => key === answer), files: [], says: 'hm' });
			},
		},
	});
	const { command: _, ...plain } = COMMAND;
	const write: CallToAdmit = {
		...plain,
		tool: { name: 'file_write', title: 'Write a file', effect: 'edits' },
		reviewable: true,
	};
	const user = await policy.admit(() => write, { signal: NEVER_CANCELLED });
	expect(shown).toEqual([]);
	const file = { uri: 'file:///a', path: 'a', kind: 'edit', before: 'one', after: 'two', editable: true } as const;
	await expect(user?.show([file], NEVER_CANCELLED)).rejects.toMatchObject({
		code: 'E_DENIED',
		details: { says: 'hm' },
	});
	expect(shown[0]).toMatchObject({ files: [file], accept: 'once', reject: 'deny', answers: { once: 'Apply' } });
	expect(shown[0]?.about.map(({ label }) => label)).toEqual(['Tool', 'A longer answer allows']);
	expect(shown[0]?.asker).toEqual([COMMAND.who]);
	answer = 'agent';
	expect(await user?.show([file], NEVER_CANCELLED)).toMatchObject({ files: [] });
	expect(await policy.admit(() => write, { signal: NEVER_CANCELLED })).toBeUndefined();
});

describe('a rule that asks about files by their place', () => {
	const { command: _, ...plain } = COMMAND;
	const edits = (name: CallToAdmit['tool']['name'], more: Partial<CallToAdmit> = {}): CallToAdmit => ({
		...{ ...plain, tool: { name, title: name, effect: 'edits' }, input: {}, reviewable: true },
		...more,
	});

	function window() {
		const home = realpathSync(mkdtempSync(join(tmpdir(), 'hawser-asks-')));
		mkdirSync(join(home, 'db', 'migrations'), { recursive: true });
		writeFileSync(join(home, 'db', 'migrations', '1.sql'), '');
		writeFileSync(join(home, 'rules.json'), '{"rules": [{"decision": "ask", "path": "db/migrations/*.sql"}]}', {
			mode: 0o600,
		});
		const [shown, asked]: [ReviewedChange<string>[], Question<string>[]] = [[], []];
		const policy = createCallPolicy({
			...USUAL,
			rulesFile: userRulesFile(home),
			mode: () => 'guarded',
			folders: () => [home],
			questions: {
				ask(question) {
					asked.push(question);
					const keys = Object.keys(question.answers) as (keyof typeof question.answers)[];
					return Promise.resolve(keys.find(key => key === 'deny'));
				},
			},
			reviews: {
				review(change) {
					shown.push(change);
					return Promise.resolve({ answer: undefined, files: [] });
				},
			},
		});
		const file = (name: string, more: Partial<ReviewFile> = {}): ReviewFile => ({
			...{ uri: pathToFileURL(join(home, name)).href, path: name, kind: 'edit', before: 'a', after: 'b' },
			...{ editable: true, ...more },
		});
		const admit = (call: CallToAdmit) => policy.admit(() => call, { signal: NEVER_CANCELLED });
		return { admit, policy, shown, asked, file };
	}

	test.each(['text_replace', 'symbol_rename'] as const)('shows what %s changes there, and nothing else', async tool => {
		const { admit, shown, file } = window();
		const user = await admit(edits(tool));
		expect(await user?.show([file('src/a.ts'), file('src/b.ts')], NEVER_CANCELLED)).toEqual({
			files: ['src/a.ts', 'src/b.ts'].map(name => ({ uri: file(name).uri, text: 'b' })),
		});
		expect(shown).toEqual([]);
		const both = [file('src/a.ts'), file('db/migrations/1.sql')];
		await expect(user?.show(both, NEVER_CANCELLED)).rejects.toMatchObject({ code: 'E_DENIED' });
		expect(shown).toMatchObject([{ files: both, why: expect.stringContaining('db/migrations') as string }]);
	});

	test('shows a folder above them that goes or moves', async () => {
		const { admit, shown, file } = window();
		const user = await admit(edits('file_delete', { paths: ['db'], onlyThesePaths: true }));
		await expect(user?.show([file('db', { kind: 'delete' })], NEVER_CANCELLED)).rejects.toMatchObject({
			code: 'E_DENIED',
		});
		const to = { uri: file('other').uri, path: 'other' };
		await expect(user?.show([file('db', { kind: 'rename', to })], NEVER_CANCELLED)).rejects.toThrow();
		expect(shown).toHaveLength(2);
	});

	test('shows what is protected, and a move whose imports nobody can show', async () => {
		const { admit, shown, file } = window();
		const user = await admit(edits('file_rename', { paths: ['src/a.ts', 'src/b.ts'] }));
		await expect(user?.show([file('x', { protectedBy: '.vscode' })], NEVER_CANCELLED)).rejects.toThrow();
		await expect(user?.show([file('x', { kind: 'rename', note: 'imports' })], NEVER_CANCELLED)).rejects.toThrow();
		expect(shown).toHaveLength(2);
	});

	test('is asked in words where nothing can be shown', async () => {
		const { admit, asked } = window();
		await expect(admit(edits('change_undo', { reviewable: false }))).rejects.toMatchObject({ code: 'E_DENIED' });
		const user = await admit(edits('code_action_apply'));
		await expect(user?.ask(NEVER_CANCELLED)).rejects.toMatchObject({ code: 'E_DENIED' });
		expect(asked).toHaveLength(2);
	});

	test('leaves calls alone that name other files, that change none, or that the chat asks about', async () => {
		const { admit, policy, asked } = window();
		for (const call of [
			edits('file_write', { paths: ['src/a.ts'], onlyThesePaths: true }),
			edits('breakpoint_toggle', { paths: ['src/a.ts'], reviewable: false }),
			edits('text_search', { tool: { name: 'text_search', title: 'x', effect: 'reads' }, reviewable: false }),
			edits('text_replace', { surface: 'language-model' }),
		]) {
			expect(admit(call), call.tool.name).toBeUndefined();
		}
		expect(asked).toEqual([]);
		expect(await policy.foresee(() => edits('text_replace'))).toBe('ask');
		expect(await policy.foresee(() => edits('file_write', { paths: ['a'], onlyThesePaths: true }))).toBeUndefined();
	});
});
