import { describe, expect, test } from 'vitest';
import {
	claimantOf,
	continuation,
	type LastOutside,
	NOBODY_KNOWN,
	type OutsideFacts,
	outsideChange,
	writerOf,
} from '../../src/text/outside-change.ts';

const WRITTEN: OutsideFacts = {
	before: 'old\n',
	existed: true,
	now: 'new\n',
	exists: true,
	state: 'changed',
	move: 'none',
};

describe('what a write from outside is', () => {
	const rows: [string, Partial<OutsideFacts>, ReturnType<typeof outsideChange>][] = [
		['another text', {}, 'edit'],
		['another text, without git', { state: undefined }, 'edit'],
		['the same text again', { now: 'old\n' }, 'nothing'],
		['a new file', { existed: false, before: null, state: 'untracked' }, 'create'],
		['a file that goes', { exists: false, now: null }, 'delete'],
		['a file that came and went', { existed: false, before: null, exists: false, now: null }, 'nothing'],
		['an ignored file', { state: 'ignored' }, 'nothing'],
		['a picture', { before: undefined, now: undefined }, 'edit'],
		['a branch switch', { state: 'clean', move: 'branch' }, 'git'],
		['a write that was committed at once', { state: 'clean', move: 'commit' }, 'edit'],
		['a write just after a branch switch', { move: 'branch' }, 'edit'],
		['a discarded change', { state: 'clean' }, 'git'],
		['a stash that is brought back', { move: 'stash' }, 'git'],
		['a conflict of a rebase', { state: 'conflict', now: 'a\n<<<<<<< HEAD\nb\n' }, 'git'],
		['a conflict that is resolved', { state: 'conflict', now: 'b\n' }, 'edit'],
	];
	test.each(rows)('%s', (_, facts, expected) => {
		expect(outsideChange({ ...WRITTEN, ...facts })).toBe(expected);
	});
});

describe('writes one upon another', () => {
	const LAST: LastOutside = {
		...{ connection: 'a', kind: 'edit', time: 0, seen: false },
		...{ before: 'old\n', after: 'new\n', claimed: false },
	};
	const NEXT = { connection: 'a', kind: 'edit' as const, before: 'new\n', now: 'newer\n', time: 1000, claimed: false };
	const rows: [string, Partial<LastOutside> | undefined, Partial<typeof NEXT>, ReturnType<typeof continuation>][] = [
		['the same agent writes on', {}, {}, 'grow'],
		['nothing was before', undefined, {}, 'new'],
		['another agent', {}, { connection: 'b' }, 'new'],
		['somebody was in between', {}, { before: 'other\n' }, 'new'],
		['the user has looked at it', { seen: true }, {}, 'new'],
		['much later', {}, { time: 100_000 }, 'new'],
		['it puts back what was there', {}, { now: 'old\n' }, 'drop'],
		['an agent says of both that they are its own', { claimed: true }, { claimed: true }, 'grow'],
		['nobody says whose the next one is', { claimed: true }, {}, 'new'],
		['nobody has said whose the last one was', {}, { claimed: true }, 'new'],
		['what an agent wrote is put back', { claimed: true }, { now: 'old\n' }, 'drop'],
	];
	test.each(rows)('%s', (_, last, next, expected) => {
		expect(continuation(last && { ...LAST, ...last }, { ...NEXT, ...next })).toBe(expected);
	});
	test('a file that was created and removed again comes to nothing, a deleted one stays deleted', () => {
		const gone = { ...NEXT, kind: 'delete' as const, now: null };
		expect(continuation({ ...LAST, kind: 'create', before: null }, gone)).toBe('drop');
		expect(continuation(LAST, gone)).toBe('new');
	});
});

test('a write is the only agent’s, however often it is connected, else nobody’s', () => {
	const claude = { connection: '1', name: 'claude-code', surface: 'stdio' };
	const same = { connection: '2', name: 'Claude Code', surface: 'ide-claude' };
	const second = { connection: '3', name: 'claude-code', surface: 'stdio' };
	const codex = { connection: '4', name: 'codex', surface: 'stdio' };
	expect(writerOf([claude])).toBe(claude);
	expect(writerOf([same])).toBe(same);
	expect(writerOf([same, claude])).toBe(claude);
	expect(writerOf([claude, second])).toBe(NOBODY_KNOWN);
	expect(writerOf([claude, codex])).toBe(NOBODY_KNOWN);
	expect(writerOf([])).toBe(NOBODY_KNOWN);
});

test('a hook names a client: the connected agent that has the name, else no more than the name', () => {
	const claude = { connection: '1', name: 'claude-code', surface: 'stdio' };
	const same = { connection: '2', name: 'Claude Code', surface: 'ide-claude' };
	const second = { connection: '3', name: 'claude-code', surface: 'stdio' };
	const gemini = { connection: '4', name: 'gemini-cli-mcp-client', surface: 'stdio' };
	expect(claimantOf('claude-code', [gemini, same, claude])).toBe(claude);
	expect(claimantOf('gemini', [claude, gemini])).toBe(gemini);
	const unknown = { connection: 'hook claudecode', name: 'claude-code' };
	expect(claimantOf('claude-code', [claude, second])).toEqual(unknown);
	expect(claimantOf('claude-code', [gemini])).toEqual(unknown);
	expect(claimantOf('…', [gemini])).toBe(NOBODY_KNOWN);
});
