import { statSync } from 'node:fs';
import { dialects, toolsets } from '@hawser/core/all-toolsets.ts';
import { buildManifest } from '@hawser/core/contract/manifest.ts';
import { toMcpTool } from '@hawser/core/contract/mcp-shapes.ts';
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
