import { readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dialects, toolsets } from '../src/all-toolsets.ts';
import { viewOf } from '../src/contract/client-view.ts';
import { buildManifest } from '../src/contract/manifest.ts';
import { toListedTool, toMcpTool } from '../src/contract/mcp-shapes.ts';
import { selectToolsets } from '../src/contract/toolset-selection.ts';

const core = join(import.meta.dirname, '..');
const allTools = toolsets.flatMap(toolset => toolset.tools);
const allNames = allTools.map(tool => tool.name);
const manifest = buildManifest(toolsets, dialects, '0.0.0');

test.each(toolsets)('$thing lists every tool file in its folder', ({ thing, tools }) => {
	const namesFromFiles = readdirSync(join(core, 'src/tools', thing))
		.filter(file => file.startsWith(`${thing}-`))
		.map(file => basename(file, '.ts').replaceAll('-', '_'));
	expect(tools.map(tool => tool.name).sort()).toEqual(namesFromFiles.sort());
});

test('names and aliases are unique', () => {
	const everyName = [...allNames, ...allTools.flatMap(tool => tool.aliases ?? [])];
	expect(new Set(everyName).size).toBe(everyName.length);
});

test('there is no snapshot without its tool', () => {
	const snapshots = readdirSync(join(core, 'tool-snapshots')).map(file => basename(file, '.json'));
	expect(snapshots.sort()).toEqual([...allNames].sort());
});

test('the instructions are short, and their first 150 characters stand alone', () => {
	expect(manifest.instructions.length).toBeLessThanOrEqual(600);
	expect(manifest.instructions.slice(0, 150)).toContain('. ');
	const named = manifest.instructions.match(/[a-z]+_[a-z]+/g) ?? [];
	expect(named.filter(name => !allNames.some(known => known === name))).toEqual([]);
});

const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

test.each([
	['core', 15, 14_000],
	['whole', 26, 26_000],
] as const)('the profile %s has %i tools and at most %i bytes', (profile, count, most) => {
	const view = viewOf('codex-mcp-client', { profile });
	const listed = manifest.tools.filter(tool => selectToolsets([]).lists(tool, profile));
	expect(listed).toHaveLength(count);
	expect(bytes({ tools: listed.map(tool => toListedTool(tool, view)) })).toBeLessThanOrEqual(most);
});

describe.each(allTools)('$name', tool => {
	const published = manifest.tools.find(({ name }) => name === tool.name);

	test('equals its contract snapshot', () => {
		const contract: unknown = JSON.parse(JSON.stringify(tool));
		expect(contract).toEqual(JSON.parse(readFileSync(join(core, 'tool-snapshots', `${tool.name}.json`), 'utf8')));
	});

	test('has a name and a description that every client takes whole', () => {
		expect(tool.name).toMatch(/^[a-z][a-z0-9_]{2,39}$/);
		expect(published?.description.length).toBeLessThan(1024);
	});

	test('takes at most 1200 bytes in the list of an agent, and has words to be found by', () => {
		expect(published && bytes(toListedTool(published, viewOf('codex-mcp-client')))).toBeLessThanOrEqual(1200);
		expect(tool.searchHint).toMatch(/^[a-z]/);
	});

	test('avoids top-level combinators, which some clients reject', () => {
		const keywords = [tool.inputJsonSchema, published?.outputSchema ?? {}].flatMap(schema => Object.keys(schema));
		expect(keywords.filter(key => ['anyOf', 'oneOf', 'allOf'].includes(key))).toEqual([]);
	});

	test("has flat schemas: a reference into the tool's own part does not survive the envelope around it", () => {
		expect(JSON.stringify(published)).not.toMatch(/"\$(ref|defs)"/);
	});

	test('describes every argument', () => {
		const properties = Object.entries(published?.inputSchema['properties'] as Record<string, { description?: string }>);
		expect(properties.filter(([, schema]) => !schema.description).map(([name]) => name)).toEqual([]);
		expect(properties.map(([name]) => name)).toContain('projectRoot');
	});

	test('has an example that it takes', () => {
		expect(tool.example).toBeDefined();
		expect(() => tool.prepare(tool.example)).not.toThrow();
		const required = (tool.inputJsonSchema['required'] ?? []) as readonly string[];
		expect(Object.keys(tool.example ?? {})).toEqual(expect.arrayContaining([...required]));
	});

	test('has facts about no argument that it does not take', () => {
		const asked = typeof tool.asksUser === 'object' ? Object.keys(tool.asksUser) : [];
		const known = Object.keys(tool.inputJsonSchema['properties'] as object);
		expect([...asked, ...(tool.narrowBy ?? [])].filter(name => !known.includes(name))).toEqual([]);
	});

	test('refuses arguments that it does not know', () => {
		expect(tool.inputJsonSchema['additionalProperties']).toBe(false);
	});

	test('says over MCP exactly what its effect says', () => {
		expect(published && toMcpTool(published).annotations.readOnlyHint).toBe(['reads', 'queries'].includes(tool.effect));
	});
});
