import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CustomTool } from '@hawser/agent-config/custom-tools/tool-folder.ts';
import { NEVER_CANCELLED } from '@hawser/core/waiting/cancellation-source.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPermissions } from '../../../src/custom-tools/permissions.ts';
import { type Asking, createConsent } from '../../../src/editor/questions/consent.ts';
import { askFor } from '../../../src/editor/questions/patience.ts';
import type { UserQuestions } from '../../../src/editor/questions/question.ts';
import { createStatementQuestions } from '../../../src/editor/questions/statement-questions.ts';
import type { WorkspacePaths } from '../../../src/editor/shared/workspace-paths.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A user who never answers. */
const nobody: UserQuestions = {
	ask: (_question, { milliseconds }) => new Promise(resolve => setTimeout(() => resolve(undefined), milliseconds)),
};
const folder = mkdtempSync(join(tmpdir(), 'hawser-patience-'));

/** Everything about which a call that runs asks the user. */
const QUESTIONS: Record<string, (caller: Asking) => Promise<unknown>> = {
	'something guarded'(caller) {
		const consent = createConsent({
			paths: {} as WorkspacePaths,
			questions: nobody,
			rules: () => false,
			fileRules: () => undefined,
		});
		return consent.forAction({ rule: 'r', action: 'do it', wants: 'do it', about: [], why: '' }, caller);
	},
	'a statement': caller => createStatementQuestions(nobody, () => false).mayRun('db', 'DELETE', caller),
	'a tool of the project'(caller) {
		const tool = {
			name: 'custom_x',
			folder,
			script: join(folder, 'x.js'),
			hash: 'h',
		} as Partial<CustomTool> as CustomTool;
		const state = { tool, tools: [], programs: new Map() };
		return createPermissions(folder).require(() => Promise.resolve(state), nobody, caller);
	},
};

const CLIENTS = [
	['cursor', 'mcp', 50],
	['claude-code', 'stdio', 240],
	['codex-mcp-client', 'mcp', 240],
	['claude-code', 'cli', 50],
] as const;
const CASES = Object.keys(QUESTIONS).flatMap(about => CLIENTS.map(client => [about, ...client] as const));

test.each(CASES)('a question about %s by %s over %s stands for %i s', async (about, name, surface, seconds) => {
	const told: string[] = [];
	let users = 0;
	const caller: Asking = {
		...{ agent: 'a', name, surface, signal: NEVER_CANCELLED },
		progress: ({ message }) => void told.push(message),
		async whileAsking(ask) {
			users++;
			try {
				return await ask();
			} finally {
				users--;
			}
		},
	};
	const refused = expect(QUESTIONS[about]?.(caller)).rejects.toMatchObject({
		code: 'E_DENIED',
		message: expect.stringContaining(`Nobody answered within ${seconds} s`) as string,
	});
	await vi.advanceTimersByTimeAsync(seconds * 1000 - 1);
	expect(users, 'it is the time of the user').toBe(1);
	await vi.advanceTimersByTimeAsync(1);
	await refused;
	expect(users).toBe(0);
	expect(told.length, 'signs of life').toBe(Math.floor((seconds * 1000 - 1) / 20_000));
});

test('a caller without a clock of its own is asked for all the same', async () => {
	const ask = askFor({ signal: NEVER_CANCELLED }, ({ milliseconds }) => Promise.resolve(milliseconds), 1000);
	expect(await ask).toBe(1000);
});
