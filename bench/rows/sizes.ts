import { statSync } from 'node:fs';
import { dialects, toolsets } from '@hawser/core/all-toolsets.ts';
import { viewOf } from '@hawser/core/contract/client-view.ts';
import { buildManifest } from '@hawser/core/contract/manifest.ts';
import { toListedTool, toMcpTool } from '@hawser/core/contract/mcp-shapes.ts';
import { selectToolsets } from '@hawser/core/contract/toolset-selection.ts';
import { SEARCH_RULES } from '../../packages/core/test/catalogue/client-search.ts';
import { PLAIN_QUERIES } from '../../packages/core/test/catalogue/plain-queries.ts';
import { ARTEFACTS, VERSION } from '../../scripts/build/artefacts.ts';
import type { Benchmark } from '../row.ts';

export const vsixSize: Benchmark = {
	name: 'vsix-size',
	run: () =>
		Promise.resolve({
			name: 'vsix-size',
			title: 'Size of the extension as it is downloaded',
			value: statSync(ARTEFACTS.vsix).size / 1000,
			bar: 1500,
			unit: 'kB',
			detail: 'the packed VSIX',
		}),
};

/** What every agent pays for the tools before it has called one. The best of the others need 430 bytes a tool without output schemas. */
const BYTES_PER_TOOL = 2000;

export const toolsListBytes: Benchmark = {
	name: 'tools-list-bytes',
	run() {
		const tools = buildManifest(toolsets, dialects, VERSION)
			.tools.filter(tool => tool.listed)
			.map(toMcpTool);
		const bytes = Buffer.byteLength(JSON.stringify({ tools }));
		const inputs = tools.map(({ outputSchema: _, ...tool }) => tool);
		const withoutOutput = Buffer.byteLength(JSON.stringify({ tools: inputs }));
		return Promise.resolve({
			name: 'tools-list-bytes',
			title: `Bytes of tools/list, for each of ${tools.length} tools`,
			value: bytes / tools.length,
			bar: BYTES_PER_TOOL,
			unit: 'bytes',
			detail: `${bytes} in all, ${withoutOutput} of them without output schemas`,
		});
	},
};

/** What every request of an agent without tool search carries. */
export const catalogueCore: Benchmark = {
	name: 'catalogue-core',
	run() {
		const view = viewOf('codex-mcp-client');
		const listed = buildManifest(toolsets, dialects, VERSION).tools.filter(tool =>
			selectToolsets([]).lists(tool, view.profile),
		);
		const sizes = listed.map(tool => ({ tool, bytes: jsonBytes(toListedTool(tool, view)) }));
		const [largest] = [...sizes].sort((left, right) => right.bytes - left.bytes);
		return Promise.resolve({
			name: 'catalogue-core',
			title: `Bytes of tools/list for an agent that is shown the core: ${listed.length} tools`,
			value: jsonBytes({ tools: listed.map(tool => toListedTool(tool, view)) }),
			bar: 14_000,
			unit: 'bytes',
			detail: `the largest is ${largest?.tool.name ?? ''} with ${largest?.bytes ?? 0}`,
		});
	},
};

export const instructions: Benchmark = {
	name: 'instructions',
	run() {
		const text = buildManifest(toolsets, dialects, VERSION).instructions;
		return Promise.resolve({
			name: 'instructions',
			title: 'Bytes of the instructions, which some clients repeat in every tool',
			value: Buffer.byteLength(text),
			bar: 600,
			unit: 'bytes',
			detail: `begins "${text.slice(0, 60)}…"`,
		});
	},
};

/** Of 40 queries, as a model would type them, so many may miss their tool by the rule of any client. */
const MISSES = 2;

export const plainQueries: Benchmark = {
	name: 'plain-queries',
	run() {
		const listed = buildManifest(toolsets, dialects, VERSION)
			.tools.filter(tool => tool.listed)
			.map(tool => toListedTool(tool, viewOf('claude-code')));
		const misses = Object.entries(SEARCH_RULES).map(([client, search]) => {
			const missed = Object.entries(PLAIN_QUERIES).filter(
				([query, wanted]) =>
					!search(listed, query)
						.slice(0, 3)
						.some(name => wanted.includes(name)),
			);
			return { client, count: missed.length };
		});
		return Promise.resolve({
			name: 'plain-queries',
			title: `Of ${Object.keys(PLAIN_QUERIES).length} plain queries, those that miss their tool by the worst client's rule`,
			value: Math.max(...misses.map(({ count }) => count)),
			bar: MISSES,
			unit: 'misses',
			detail: misses.map(({ client, count }) => `${client} ${count}`).join(', '),
		});
	},
};

function jsonBytes(value: unknown): number {
	return Buffer.byteLength(JSON.stringify(value));
}
