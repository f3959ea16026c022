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
});
