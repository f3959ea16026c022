import { expect, test } from 'vitest';
import { z } from 'zod';
import { path } from '../../src/contract/parameters.ts';
import { defineTool } from '../../src/contract/tool.ts';
import { ToolError } from '../../src/errors/tool-error.ts';
import type { Decision } from '../../src/policy/rule.ts';
import type { CallRecord } from '../../src/runtime/call-log.ts';
import type { CallPolicy, CallToAdmit } from '../../src/runtime/call-policy.ts';
import { toolToolset as catalogueToolset } from '../../src/tools/tool/toolset.ts';
import { runtimeOf } from '../fakes/run-tool.ts';

const seen: unknown[] = [];

const writeTool = defineTool({
	name: 'file_write',
	title: 'Write',
	description: 'Writes.',
	whenToUse: 'In tests.',
	effect: 'edits',
	needs: [],
	asksUser: { path: 'path' },
	input: z.strictObject({ path }),
	output: z.object({}),
	run(_input, _ports, { agent, name, version, who, tool }) {
		seen.push({ agent, name, version, who, tool });
		return Promise.resolve({});
	},
	render: () => ['written'],
});

function policyOf(foreseen?: Decision) {
	const asked: CallToAdmit[] = [];
	const policy: CallPolicy = {
		admit(describe) {
			asked.push(describe());
			return undefined;
		},
		refuse(describe) {
			asked.push(describe());
			throw new ToolError('E_DENIED', 'no');
		},
		foresee(describe) {
			asked.push(describe());
			return Promise.resolve(foreseen);
		},
	};
	const log: CallRecord[] = [];
	const files = { thing: 'file', title: 'Files', onByDefault: true, instructions: '', tools: [writeTool] } as const;
	const runtime = runtimeOf(
		writeTool,
		{},
		{
			policy,
			toolsets: [files, catalogueToolset],
			log: { finished: record => log.push(record), defect: () => undefined },
		},
	);
	return { asked, log, runtime };
}

const CLIENT = { name: 'claude-code', version: '2.1.0', pid: 42 };
const CLAUDE = { surface: 'stdio', agent: 'p1', client: CLIENT } as const;

test('a rule about a notebook is asked about its cells too', async () => {
	const { asked, runtime } = policyOf();
	await runtime.invoke('file_write', { path: 'books/a.ipynb#cell3' }, CLAUDE);
	expect(asked).toMatchObject([{ paths: ['books/a.ipynb'] }]);
});

test('the policy, the tool and the log hear who calls', async () => {
	const { asked, log, runtime } = policyOf();
	await runtime.invoke('file_write', { path: 'a' }, CLAUDE);
	expect(asked).toMatchObject([
		{
			agent: 'claude-code',
			version: '2.1.0',
			who: 'claude-code 2.1.0 (by its own word)',
			connection: 'p1',
			pid: 42,
		},
	]);
	expect(seen.at(-1)).toEqual({
		agent: 'p1',
		name: 'claude-code',
		version: '2.1.0',
		who: 'claude-code 2.1.0 (by its own word)',
		tool: 'file_write',
	});
	expect(log).toMatchObject([{ tool: 'file_write', agent: 'claude-code 2.1.0' }]);
});

test('a caller that gives no name is named by its way in', async () => {
	const { asked, runtime } = policyOf();
	await runtime.invoke('file_write', { path: 'a' }, { surface: 'cli' });
	expect(asked).toMatchObject([{ agent: 'hawser call', who: 'hawser call', connection: 'cli' }]);
});

test('a call by way of tool_call is judged as the tool that it calls', async () => {
	const { asked, runtime } = policyOf();
	await runtime.invoke('tool_call', { tool: 'file_write', arguments: { path: 'a' } }, CLAUDE);
	expect(asked).toMatchObject([{ tool: { name: 'file_write', effect: 'edits' }, input: { path: 'a' } }]);
});

test('a call of a custom tool is judged like any other', async () => {
	const { asked, runtime } = policyOf();
	await runtime.invoke('file_write', { path: 'a' }, { surface: 'custom', agent: 'p1', client: CLIENT });
	expect(asked).toMatchObject([{ tool: { name: 'file_write' }, surface: 'custom', agent: 'claude-code' }]);
});

test.each([
	[undefined, 'src/a.ts', true],
	['ask', 'src/a.ts', true],
	['allow', 'src/a.ts', false],
	['deny', 'src/a.ts', false],
	[undefined, '.vscode/a.json', false],
] as const)('where rules and mode say %s, the chat confirms a write to %s: %s', async (foreseen, path, expected) => {
	const { runtime } = policyOf(foreseen);
	const request = { surface: 'language-model' } as const;
	expect(await runtime.wantsConfirmation('file_write', { path }, request)).toBe(expected);
	const inner = { tool: 'file_write', arguments: { path } };
	expect(await runtime.wantsConfirmation('tool_call', inner, request)).toBe(expected);
});

test('what is wrong with a call is said by the call, not by a dialog', async () => {
	const { runtime } = policyOf();
	expect(await runtime.wantsConfirmation('file_write', { nonsense: 1 }, { surface: 'language-model' })).toBe(false);
});
