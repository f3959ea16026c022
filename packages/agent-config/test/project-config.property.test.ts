import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../node/test/temporary-folder.ts';
import { readProperty } from '../src/json/edit-json.ts';
import { createProjectConfig } from '../src/project-config.ts';
import { brokenFile, configurationFile } from './arbitrary-files.ts';
import { homeWith } from './temporary.ts';

const VALUE = { command: '/home/a/.hawser/bin/hawser', args: ['mcp'] };

const anyBytes = fc.oneof(
	{ weight: 4, arbitrary: configurationFile.map(text => Buffer.from(text)) },
	{ weight: 2, arbitrary: brokenFile.map(text => Buffer.from(text)) },
	{ weight: 1, arbitrary: fc.uint8Array({ maxLength: 40 }).map(bytes => Buffer.from(bytes)) },
	{ weight: 1, arbitrary: configurationFile.map(text => Buffer.from(text, 'utf16le')) },
);

test('for any file: write, then clean-up gives back the original byte for byte, or the file was never touched', async () => {
	const home = homeWith('w1');
	const folder = temporaryFolder();
	const file = join(folder, '.mcp.json');
	const usersFile = join(folder, 'none', '.claude.json');
	let refused = 0;
	let written = 0;
	const property = fc.asyncProperty(anyBytes, async original => {
		writeFileSync(file, original);
		const warnings: string[] = [];
		const warn = (message: string) => void warnings.push(message);
		const config = createProjectConfig({ home, windowId: 'w1', usersFile, warn });
		await config.keep([{ folder, value: VALUE, secret: false }]);
		if (warnings.length > 0) {
			refused++;
			expect(readFileSync(file)).toEqual(original);
		} else {
			written++;
			expect(readProperty(readFileSync(file, 'utf8'), ['mcpServers', 'hawser'])).toEqual({
				kind: 'found',
				value: VALUE,
			});
		}
		await config.leave();
		expect(readFileSync(file)).toEqual(original);
		expect(readdirSync(folder)).toEqual(['.mcp.json']);
	});
	await fc.assert(property, { numRuns: 300 });
	expect(Math.min(refused, written)).toBeGreaterThan(30);
});
