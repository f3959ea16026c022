import { NEVER_CANCELLED } from '@hawser/core/waiting/cancellation-source.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createLanguageServers } from '../../../src/editor/language/language-servers.ts';

vi.mock('vscode', async original => ({ ...(await original<object>()), extensions: { all: [] } }));

beforeEach(() => {
	vi.useFakeTimers();
});
afterEach(() => {
	vi.useRealTimers();
});

test('a server is settled when it has answered for a while', () => {
	const servers = createLanguageServers();
	servers.learn('go', 'references');
	expect(servers.isSettled('go')).toBe(false);
	vi.advanceTimersByTime(25_000);
	expect(servers.isSettled('go')).toBe(true);
});

test('an outline alone does not tell that a server has loaded the project', () => {
	const servers = createLanguageServers();
	servers.learn('go', 'outline');
	vi.advanceTimersByTime(45_000);
	expect(servers.isSettled('go')).toBe(false);
	vi.advanceTimersByTime(45_000);
	expect(servers.isSettled('go')).toBe(true);
});

test('a silence that was noted counts until an answer comes', () => {
	const servers = createLanguageServers();
	servers.noteSilence('go', 'implementations');
	expect(servers.wasSilent('go', 'implementations')).toBe(true);
	servers.learn('go', 'implementations');
	expect(servers.wasSilent('go', 'implementations')).toBe(false);
});

test('a question of another kind tells whether a server answers now; an outline does not', async () => {
	const servers = createLanguageServers();
	const witness = (answers: boolean) => ({ testify: () => Promise.resolve(answers) });
	const timeLimit = { milliseconds: 1000, signal: NEVER_CANCELLED };
	servers.learn('go', 'outline', witness(true));
	servers.learn('go', 'calls', witness(true));
	expect(await servers.answersOther('go', 'calls', timeLimit)).toBeUndefined();
	servers.learn('go', 'hovers', witness(false));
	expect(await servers.answersOther('go', 'calls', timeLimit)).toBe(false);
});
