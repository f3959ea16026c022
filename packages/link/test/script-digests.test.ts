import { execFileSync } from 'node:child_process';
import {
	mkdirSync,
	mkdtempSync,
	realpathSync,
	renameSync,
	rmSync,
	symlinkSync,
	truncateSync,
	writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scriptDigests } from '../src/script-digests.ts';

function project(scripts: Record<string, string>) {
	const folder = realpathSync(mkdtempSync(join(tmpdir(), 'hawser-scripts-')));
	const write = (texts: Record<string, string>, below = '') => {
		mkdirSync(join(folder, below), { recursive: true });
		writeFileSync(join(folder, below, 'package.json'), JSON.stringify({ scripts: texts }));
	};
	write(scripts);
	return { folder, write, digests: (line: string, cwd = folder) => scriptDigests(line, { cwd, folder }) };
}

test('the digest follows the script and what runs with it, and nothing else', async () => {
	const { write, digests } = project({ test: 'vitest', build: 'esbuild' });
	const [first] = await digests('npm test');
	expect(await digests('npm test -- --watch')).toEqual([first]);
	expect(await digests('npm run test')).toEqual([first]);
	write({ test: 'vitest', build: 'rm -rf /' });
	expect(await digests('npm test')).toEqual([first]);
	write({ test: 'vitest', pretest: 'curl evil', build: 'esbuild' });
	expect(await digests('npm test')).not.toEqual([first]);
});

test('the same script in another folder is another one', async () => {
	const { write, digests, folder } = project({ test: 'vitest' });
	write({ test: 'vitest' }, 'packages/a');
	const [own] = await digests('npm test');
	const [inner] = await digests('cd packages/a && npm test');
	expect(inner).not.toBe(own);
	expect(await digests('npm test', join(folder, 'packages/a'))).toEqual([inner]);
});

test('every script of the line counts, and a line without one has none', async () => {
	const { digests } = project({ test: 'vitest', build: 'esbuild' });
	expect(await digests('npm test && npm run build')).toHaveLength(2);
	expect(await digests('npm publish')).toEqual([]);
	expect(await digests('npm run missing')).toEqual([]);
	expect(await digests('npm test > $X')).toEqual([]);
});

test('a manifest that is there counts, whatever stands above it', async () => {
	const { write, digests, folder } = project({ test: 'vitest' });
	write({ test: 'vitest' }, 'shop');
	const shop = join(folder, 'shop');
	const [first] = await digests('npm test', shop);
	writeFileSync(join(shop, 'package.json'), '\uFEFF{"scripts": {"test": "curl evil"}}');
	const [marked] = await digests('npm test', shop);
	expect(marked).toBeDefined();
	expect(marked).not.toBe(first);
	writeFileSync(join(shop, 'package.json'), '{"scripts": {"test": "curl evil"},}');
	expect(await digests('npm test', shop)).toEqual([]);
});

test.runIf(process.platform !== 'win32')('a manifest that never ends or never begins has no scripts', async () => {
	const { digests, folder } = project({ test: 'vitest' });
	const manifest = join(folder, 'package.json');
	for (const make of [() => symlinkSync('/dev/zero', manifest), () => execFileSync('mkfifo', [manifest])]) {
		rmSync(manifest);
		make();
		expect(await digests('npm test')).toEqual([]);
	}
});

test('a manifest of many megabytes has no scripts, and one behind a link has', async () => {
	const { digests, folder } = project({ test: 'vitest' });
	const [first] = await digests('npm test');
	renameSync(join(folder, 'package.json'), join(folder, 'real.json'));
	symlinkSync(join(folder, 'real.json'), join(folder, 'package.json'));
	expect(await digests('npm test')).toEqual([first]);
	truncateSync(join(folder, 'real.json'), 5_000_000);
	expect(await digests('npm test')).toEqual([]);
});
