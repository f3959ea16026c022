import type { Runtime } from '@hawser/core/runtime/runtime.ts';
import fc from 'fast-check';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { ContributedTool } from '../../../src/surfaces/language-model/contributed-tools.ts';

/** The part of VS Code's API that this test can take away or let fail. */
const editor = vi.hoisted(() => ({
	registered: [] as string[],
	refused: new Set<string>(),
	lm: undefined as object | undefined,
}));

vi.mock('vscode', async original => ({
	...(await original<object>()),
	get lm() {
		return editor.lm;
	},
	cursor: undefined,
	Disposable: { from: () => ({ dispose: () => undefined }) },
	commands: { executeCommand: () => Promise.resolve() },
}));

const { createChat } = await import('../../../src/surfaces/language-model/chat.ts');
const { registerTools } = await import('../../../src/surfaces/language-model/register-tools.ts');

const lm = {
	registerTool(name: string) {
		if (editor.refused.has(name)) {
			throw new Error(`${name} is not welcome`);
		}
		editor.registered.push(name);
		return { dispose: () => undefined };
	},
};

beforeEach(() => {
	editor.registered = [];
	editor.refused = new Set();
	editor.lm = lm;
});

const noRuntime = () => Promise.reject<Runtime>(new Error('Nothing is called here.'));

function aTool(name: string): ContributedTool {
	return { name, title: name, thing: 'file', effect: 'reads', listed: true };
}

test('property 13: whichever tools cannot be registered, each is reported and all others are there', () => {
	const names = fc.uniqueArray(fc.stringMatching(/^file_[a-z]{1,8}$/), { minLength: 1, maxLength: 30 });
	fc.assert(
		fc.property(names, fc.func(fc.boolean()), (all, isRefused) => {
			editor.registered = [];
			editor.refused = new Set(all.filter(name => isRefused(name)).map(name => `hawser_${name}`));
			const failures: string[] = [];
			registerTools({ tools: all.map(aTool), runtime: noRuntime, onFailure: what => failures.push(what) });
			const chatNames = all.map(name => `hawser_${name}`);
			expect(editor.registered).toEqual(chatNames.filter(name => !editor.refused.has(name)));
			expect(failures).toEqual(
				all
					.filter(name => editor.refused.has(`hawser_${name}`))
					.map(name => `${name} could not be registered for the chat`),
			);
		}),
	);
});

describe('an editor with a smaller vscode.lm', () => {
	const chat = () => {
		const failures: string[] = [];
		const made = createChat({
			packageJson: {
				contributes: { languageModelTools: [{ name: 'hawser_file_read', displayName: 'Read', tags: ['reads'] }] },
			},
			version: '1.0.0',
			runtime: noRuntime,
			mode: () => 'tools',
			selection: () => ({ words: [], allows: () => true, lists: () => true }) as never,
			hasProjectTools: () => false,
			server: () => undefined,
			onFailure: what => failures.push(what),
		});
		made.follow();
		return { mode: made.mode, failures };
	};

	test('with all of it, the chat has the tools', () => {
		expect(chat()).toEqual({ mode: 'tools', failures: [] });
		expect(editor.registered).toEqual(['hawser_file_read']);
	});

	test.each([
		['without vscode.lm, as VSCodium', undefined],
		['without registerTool', {}],
		['with something else by that name', { registerTool: 'no' }],
	])('%s: the chat is off, and nothing fails', (_which, api) => {
		editor.lm = api;
		expect(chat()).toEqual({ mode: 'off', failures: [] });
		expect(editor.registered).toEqual([]);
	});

	test('an offer of the server that throws is reported, and the tools are there', () => {
		editor.lm = {
			...lm,
			registerMcpServerDefinitionProvider() {
				throw new Error('not today');
			},
		};
		const { mode, failures } = chat();
		expect(mode).toBe('tools');
		expect(failures).toEqual(['The MCP server is not offered to the chat']);
	});
});
