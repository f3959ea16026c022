import { expect, test } from 'vitest';
import { dialects, toolsets } from '../../src/all-toolsets.ts';
import { rankTools } from '../../src/catalogue/rank-tools.ts';
import { viewOf } from '../../src/contract/client-view.ts';
import { buildManifest } from '../../src/contract/manifest.ts';
import { toListedTool } from '../../src/contract/mcp-shapes.ts';
import { SEARCH_RULES } from './client-search.ts';
import { PLAIN_QUERIES } from './plain-queries.ts';

const manifest = buildManifest(toolsets, dialects, '0.0.0');
const listed = manifest.tools.filter(tool => tool.listed).map(tool => toListedTool(tool, viewOf('claude-code')));

test('there are forty queries, each of them for tools that there are', () => {
	expect(Object.keys(PLAIN_QUERIES)).toHaveLength(40);
	const names = new Set<string>(listed.map(({ name }) => name));
	expect(
		Object.values(PLAIN_QUERIES)
			.flat()
			.filter(name => !names.has(name)),
	).toEqual([]);
});

test.each(Object.entries(SEARCH_RULES))(
	'by the rule of %s, at least 38 of 40 queries find their tool among the first three',
	(_client, search) => {
		const missed = Object.entries(PLAIN_QUERIES).flatMap(([query, wanted]) => {
			const first = search(listed, query).slice(0, 3);
			return first.some(name => wanted.includes(name)) ? [] : [`${query}: ${first.join(', ')}`];
		});
		expect(missed.length, missed.join('\n')).toBeLessThanOrEqual(2);
	},
);

test.each([
	['subclasses of a class', 'symbol_types'],
	['jupyter notebook cell', 'notebook_edit'],
	['what did the program print', 'dap_logs'],
	['insert a row into the database', 'database_execute'],
	['restart the extension host', 'window_reload'],
	['dap_timeline', 'dap_timeline'],
])('tool_find finds by "%s" what no client is shown', (query, wanted) => {
	const found = rankTools(manifest.tools, query).map(({ name }) => name);
	expect(found.slice(0, 3)).toContain(wanted);
});

test('a query that no tool has a word of finds nothing', () => {
	expect(rankTools(manifest.tools, 'zzyzx qqq')).toEqual([]);
});
