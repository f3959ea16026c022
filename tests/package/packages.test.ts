import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { describe, expect, test } from 'vitest';
import { ARTEFACTS, VERSION } from '../../scripts/build/artefacts.ts';
import { installedCli } from '../support/installed-cli.ts';

describe('the CLI tarball', () => {
	test('the tarball is one file that needs nothing but Node', () => {
		const code = readFileSync(installedCli(), 'utf8');
		const imported = [...code.matchAll(/(?:^|[;}])import[^"';()]*?["']([^"'./][^"']*)["']/gm)].map(
			match => match[1] ?? '',
		);
		const builtin = new Set(builtinModules.flatMap(name => [name, `node:${name}`]));
		expect(imported.length).toBeGreaterThan(3);
		expect(imported.filter(name => !builtin.has(name))).toEqual([]);
		expect(code.startsWith('#!/usr/bin/env node\n')).toBe(true);
	});

	test('the tarball does not carry zod, which would double its start-up time', () => {
		expect(readFileSync(installedCli(), 'utf8')).not.toContain('ZodError');
	});

	test('the tarball has the version of the extension', () => {
		expect(execFileSync(process.execPath, [installedCli(), '--version'], { encoding: 'utf8' }).trim()).toContain(
			VERSION,
		);
	});
});

describe('the VSIX', () => {
	test('the VSIX is small', () => {
		expect(statSync(ARTEFACTS.vsix).size).toBeLessThan(1_500_000);
	});

	test('the VSIX has the texts of its manifest, and not the list of texts for translators', () => {
		const names = namesInZip(readFileSync(ARTEFACTS.vsix));
		expect(names).toContain('extension/package.nls.json');
		expect(names).not.toContain('extension/l10n/bundle.l10n.json');
	});
});

/** The names in the directory at the end of a zip file. */
function namesInZip(zip: Buffer): readonly string[] {
	const names: string[] = [];
	for (let at = zip.indexOf('PK\x01\x02'); at >= 0; at = zip.indexOf('PK\x01\x02', at + 1)) {
		names.push(zip.toString('utf8', at + 46, at + 46 + zip.readUInt16LE(at + 28)));
	}
	return names;
}
