import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../../node/test/temporary-folder.ts';
import { buildCli } from '../build-cli.ts';
import { runCli } from '../run-cli.ts';

let cli: string;
let folder: string;
let tools: string;

beforeAll(async () => {
	cli = await buildCli();
});

beforeEach(() => {
	folder = temporaryFolder('custom');
	tools = join(folder, '.hawser/tools');
	mkdirSync(join(folder, '.git'));
	mkdirSync(join(folder, 'src'));
});

const run = (...args: string[]) =>
	runCli(cli, ['tools', ...args], { cwd: join(folder, 'src'), env: { HAWSER_HOME: join(folder, 'home') } });

describe('new', () => {
	test('writes a pair at the root of the project that check finds no mistake in', async () => {
		const { code, stdout } = await run('new', 'shop.price_list');
		expect(code).toBe(0);
		expect(stdout).toContain(
			'Wrote ../.hawser/tools/shop-price-list.meta.yaml and ../.hawser/tools/shop-price-list.mjs.',
		);
		expect(stdout).toContain('hawser call custom_shop_price_list');
		expect(await run('check')).toEqual({
			code: 0,
			stdout: '1 tool without mistakes: custom_shop_price_list.\n',
			stderr: '',
		});
	});

	test('overwrites nothing', async () => {
		mkdirSync(tools, { recursive: true });
		writeFileSync(join(tools, 'mine.js'), 'mine');
		const { code, stderr } = await run('new', 'mine');
		expect(code).toBe(3);
		expect(stderr).toContain('[E_FILE_EXISTS]');
		expect(readFileSync(join(tools, 'mine.js'), 'utf8')).toBe('mine');
		expect(existsSync(join(tools, 'mine.meta.yaml'))).toBe(false);
	});

	test.skipIf(process.platform === 'win32').each(['.hawser', '.hawser/tools'])(
		'writes nothing through the link %s',
		async name => {
			const elsewhere = join(folder, 'elsewhere');
			mkdirSync(elsewhere);
			mkdirSync(join(folder, name, '..'), { recursive: true });
			symlinkSync(elsewhere, join(folder, name));
			const { code, stderr } = await run('new', 'one');
			expect(code).not.toBe(0);
			expect(stderr).toMatch(/^\[E_INVALID_PATH\].*is a link/);
			expect(readdirSync(elsewhere)).toEqual([]);
		},
	);

	test.each([
		{ args: [], says: 'Which name?' },
		{ args: ['Großes'], says: 'cannot be the name of a tool' },
		{ args: ['../../evil'], says: 'cannot be the name of a tool' },
	])('refuses $args', async ({ args, says }) => {
		const { code, stderr } = await run('new', ...args);
		expect(code).toBe(2);
		expect(stderr).toContain(says);
		expect(existsSync(tools)).toBe(false);
	});

	test.each([
		{ file: '.hawser/.gitignore', text: '*\n', says: '.hawser/.gitignore has a line "*"' },
		{ file: '.gitignore', text: 'node_modules\n/.hawser/\n', says: '.gitignore has a line "/.hawser/"' },
	])('tells when git ignores the tools by $file', async ({ file, text, says }) => {
		mkdirSync(join(folder, '.hawser'));
		writeFileSync(join(folder, file), text);
		expect((await run('new', 'one')).stdout).toContain(says);
	});
});

describe('check', () => {
	test('says file, line and column of each mistake, and exits with 2', async () => {
		await run('new', 'right');
		writeFileSync(
			join(tools, 'wrong.meta.yaml'),
			'description: Wrong\nparams:\n  count: { type: numbr }\nrespose: query\n',
		);
		writeFileSync(join(tools, 'wrong.js'), '');
		writeFileSync(join(tools, 'alone.meta.yaml'), 'description: Alone\n');
		writeFileSync(join(tools, 'broken.js'), '');
		writeFileSync(join(tools, 'broken.meta.yaml'), 'description: "Broken\nparams: {}\n');
		const { code, stdout } = await run('check');
		expect(code).toBe(2);
		expect(stdout.split('\n')).toEqual([
			'.hawser/tools/alone.meta.yaml:1:1: error: There is no alone.js beside it.',
			expect.stringMatching(/^\.hawser\/tools\/broken\.meta\.yaml:3:1: error: Missing closing "quote/),
			expect.stringMatching(/^\.hawser\/tools\/wrong\.meta\.yaml:3:18: error: type must be one of string, /),
			'.hawser/tools/wrong.meta.yaml:4:1: warning: A tool has no "respose"; did you mean "response"?',
			'1 tool without mistakes: custom_right.',
			'',
		]);
		const { stdout: json } = await run('check', '--json');
		expect(JSON.parse(json)).toMatchObject({
			tools: ['custom_right'],
			problems: [{}, {}, { file: '.hawser/tools/wrong.meta.yaml', line: 3, column: 18 }, { severity: 'warning' }],
		});
	});

	test('a project without tools is told how to begin', async () => {
		const { code, stderr } = await run('check');
		expect(code).toBe(3);
		expect(stderr).toContain('hawser tools new NAME');
	});
});
