import { expect, test } from 'vitest';
import { viewOf } from '../../src/contract/client-view.ts';
import type { PublishedTool } from '../../src/contract/manifest.ts';
import { toListedTool } from '../../src/contract/mcp-shapes.ts';

test.each([
	['claude-code', 'searching', false, true],
	['github-copilot-developer', 'searching', false, false],
	['Visual Studio Code', 'searching', false, false],
	['Visual Studio Code - Insiders', 'searching', false, false],
	['codex-mcp-client', 'core', false, false],
	['gemini-cli-mcp-client', 'core', false, false],
	['opencode', 'core', false, false],
	['claude-ai', 'whole', false, false],
	['jane-runner', 'core', true, false],
	['my-program', 'core', true, false],
	[undefined, 'core', true, false],
])('%s is shown %s, structured: %s', (client, profile, structured, anthropicHints) => {
	expect(viewOf(client)).toEqual({ profile, structured, anthropicHints });
});

test('what the user chose goes before what is known of the client', () => {
	expect(viewOf('claude-code', { profile: 'core', structured: true })).toMatchObject({
		profile: 'core',
		structured: true,
	});
	expect(viewOf('my-program', { structured: false })).toMatchObject({ profile: 'core', structured: false });
});

const TOOL: PublishedTool = {
	name: 'symbol_references',
	title: 'Find references',
	description: 'Finds.',
	thing: 'symbol',
	effect: 'reads',
	annotations: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
	listed: true,
	timeout: 1,
	aliases: [],
	plainText: false,
	searchHint: 'usages',
	inputSchema: {
		type: 'object',
		properties: {
			path: { type: 'string', minLength: 1, description: 'Workspace-relative path, absolute path or file: URI.' },
			pattern: { type: 'string', maxLength: 9, description: 'What to find.' },
			deep: { type: 'boolean', default: false, description: 'Also below.' },
			limit: { type: 'integer', default: 10, exclusiveMinimum: 0, description: 'References in one answer.' },
			projectRoot: { type: 'string', description: 'Absolute path of the project.' },
		},
		required: ['path'],
		additionalProperties: false,
	},
	outputSchema: { type: 'object', properties: { ok: { type: 'boolean' } } },
};

test('a program gets everything, as it is', () => {
	const { inputSchema, outputSchema, annotations } = TOOL;
	expect(toListedTool(TOOL, viewOf('my-program'))).toEqual({
		name: 'symbol_references',
		title: 'Find references',
		description: 'Finds.',
		inputSchema,
		outputSchema,
		annotations,
	});
});

test('an agent gets what its model needs to write a call', () => {
	expect(toListedTool(TOOL, viewOf('codex-mcp-client'))).toEqual({
		name: 'symbol_references',
		title: 'Find references',
		description: 'Finds.',
		inputSchema: {
			type: 'object',
			properties: {
				path: { type: 'string' },
				pattern: { type: 'string', description: 'What to find.' },
				deep: { type: 'boolean', description: 'Also below.' },
				limit: { type: 'integer', default: 10 },
			},
			required: ['path'],
		},
		annotations: { readOnlyHint: true, openWorldHint: false },
	});
});

test('Claude Code is told what to load at once, and words to find the rest by', () => {
	const metaOf = (name: PublishedTool['name'], profile?: 'core') =>
		toListedTool({ ...TOOL, name }, viewOf('claude-code', profile && { profile }))._meta;
	expect(metaOf('symbol_references')).toEqual({ 'anthropic/alwaysLoad': true, 'anthropic/searchHint': 'usages' });
	expect(metaOf('debug_start')).toEqual({ 'anthropic/searchHint': 'usages' });
	expect(metaOf('tool_find')).toEqual({ 'anthropic/searchHint': 'usages' });
	expect(metaOf('tool_find', 'core')).toMatchObject({ 'anthropic/alwaysLoad': true });
});

test('the project is named where a call may be about another one', () => {
	const listed = toListedTool({ ...TOOL, name: 'window_status', thing: 'window' }, viewOf('codex-mcp-client'));
	expect(Object.keys(listed.inputSchema['properties'] as object)).toContain('projectRoot');
});
