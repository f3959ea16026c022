import { expect, test } from 'vitest';
import { dialects, toolsets } from '../../src/all-toolsets.ts';
import { dialectTools } from '../../src/contract/dialect-tools.ts';
import { buildManifest } from '../../src/contract/manifest.ts';
import { dialectFormats } from '../../src/dialects/formats.ts';

const manifest = buildManifest(toolsets, dialects, '0.0.0');

test.each([
	['ggmcp', 29],
	// The 35 of VSC-Bridge, and names that only some of its versions had.
	['vsc-bridge', 43],
	['vscode-mcp-proxy', 4],
] as const)('the dialect %s lists all names of its system, whatever a client is shown otherwise: %i', (name, count) => {
	const listed = dialectTools(name, dialectFormats[name], manifest).list(() => true);
	expect(listed).toHaveLength(count);
	// Among them such as no profile but "all" lists.
	expect(listed.map(tool => tool.name)).toEqual(
		expect.arrayContaining(name === 'vsc-bridge' ? ['dap_timeline', 'debug_tracker', 'bridge_status'] : []),
	);
});
