import { mkdirSync, renameSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { temporaryFolder } from '../../node/test/temporary-folder.ts';
import { windowFinder } from '../src/find-window.ts';
import type { FolderIdentity } from '../src/folder-identity.ts';
import { type MatchableWindow, matchWindow } from '../src/match-window.ts';
import type { WindowEntry } from '../src/window-entry.ts';
import { anEntry, temporaryHome } from './temporary.ts';

const at = (path: string): FolderIdentity => ({ path, number: undefined });

function ancestors(path: string): FolderIdentity[] {
	const parts = path.split('/').filter(part => part !== '');
	return Array.from({ length: parts.length + 1 }, (_, index) =>
		at(`/${parts.slice(0, parts.length - index).join('/')}`),
	);
}

interface Named extends MatchableWindow {
	id: number;
}

describe('matching', () => {
	const segments = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 4 }).map(parts => `/${parts.join('/')}`);
	const windows = fc
		.array(
			fc.record({
				folders: fc.array(segments, { minLength: 1, maxLength: 3 }),
				startedAt: fc.integer({ min: 1, max: 5 }),
			}),
			{ maxLength: 6 },
		)
		.map(list => list.map(({ folders, startedAt }, id): Named => ({ id, folders: folders.map(at), startedAt })));
	const contains = (folder: string, path: string) => folder === '/' || path === folder || path.startsWith(`${folder}/`);

	test('takes the deepest folder that contains the path, and there the newest window', () => {
		fc.assert(
			fc.property(segments, windows, (path, list) => {
				const depth = ({ folders }: Named) =>
					Math.max(
						-1,
						...folders
							.filter(folder => contains(folder.path, path))
							.map(folder => folder.path.split('/').filter(Boolean).length),
					);
				const deepest = Math.max(-1, ...list.map(depth));
				const best = list.filter(window => depth(window) === deepest && deepest >= 0);
				const latest = Math.max(...best.map(({ startedAt }) => startedAt));
				const expected = best.filter(({ startedAt }) => startedAt === latest).map(({ id }) => id);
				const match = matchWindow(ancestors(path), list);
				const matched =
					match.kind === 'one' ? [match.window.id] : match.kind === 'none' ? [] : match.windows.map(({ id }) => id);
				expect(matched).toEqual(expected);
			}),
		);
	});

	test('does not depend on the order of windows or folders', () => {
		fc.assert(
			fc.property(segments, windows, (path, list) => {
				const idsOf = (windowsInOrder: readonly Named[]) => {
					const match = matchWindow(ancestors(path), windowsInOrder);
					return match.kind === 'one'
						? [match.window.id]
						: match.kind === 'none'
							? []
							: match.windows.map(({ id }) => id).sort();
				};
				const turned = [...list].reverse().map(window => ({ ...window, folders: [...window.folders].reverse() }));
				expect(idsOf(turned)).toEqual(idsOf(list));
			}),
		);
	});

	test('knows a place by its number when its name differs', () => {
		const window: Named = { id: 1, folders: [{ path: '/Shop', number: '1:2' }], startedAt: 1 };
		expect(matchWindow([{ path: '/shop', number: '1:2' }, at('/')], [window]).kind).toBe('one');
		expect(matchWindow([{ path: '/shop', number: '1:3' }, at('/')], [window]).kind).toBe('none');
	});

	test('falls back on workspace files, and names both when two lie side by side', () => {
		const withFile = (id: number, file: string): Named => ({
			id,
			folders: [at('/elsewhere')],
			startedAt: id,
			workspaceFile: at(file),
			workspaceFolder: at('/w'),
		});
		expect(
			matchWindow(ancestors('/w/one.code-workspace'), [
				withFile(1, '/w/one.code-workspace'),
				withFile(2, '/w/two.code-workspace'),
			]),
		).toMatchObject({
			kind: 'one',
			window: { id: 1 },
		});
		expect(matchWindow(ancestors('/w'), [withFile(1, '/w/one.code-workspace')])).toMatchObject({ kind: 'one' });
		expect(matchWindow(ancestors('/w'), [withFile(1, '/w/same'), withFile(2, '/w/same')])).toMatchObject({
			kind: 'one',
			window: { id: 2 },
		});
		expect(
			matchWindow(ancestors('/w'), [withFile(1, '/w/one.code-workspace'), withFile(2, '/w/two.code-workspace')]).kind,
		).toBe('ambiguous');
		expect(matchWindow(ancestors('/w/deeper'), [withFile(1, '/w/one.code-workspace')]).kind).toBe('none');
	});
});

describe('finding', () => {
	const readerOf = (entries: readonly WindowEntry[]) => ({ read: () => entries, readAnew: () => entries });
	function finder(...entries: WindowEntry[]) {
		return windowFinder(temporaryHome(), { reader: readerOf(entries) });
	}

	test('works on real paths', () => {
		const base = temporaryFolder();
		const project = join(base, 'project');
		mkdirSync(join(project, 'src', 'deep'), { recursive: true });
		mkdirSync(join(base, 'project-two'));
		symlinkSync(project, join(base, 'link'), 'junction');
		const windows = finder(anEntry({ folders: [`${project}/`] }));
		for (const path of [
			project,
			`${project}/`,
			join(project, 'src', 'deep'),
			join(base, 'link'),
			join(base, 'link', 'src'),
			`${project}/src/..`,
		]) {
			expect(windows.find(path).id).toBe('w1');
		}
		expect(() => windows.find(join(base, 'project-two'))).toThrow('No open window has the folder');
		expect(() => windows.find(base)).toThrow('No open window has the folder');
	});

	test('knows that a window opened the folder through a link', () => {
		const base = temporaryFolder();
		mkdirSync(join(base, 'real'));
		symlinkSync(join(base, 'real'), join(base, 'link'), 'junction');
		expect(finder(anEntry({ folders: [join(base, 'link')] })).find(join(base, 'real')).id).toBe('w1');
	});

	test('knows every folder of a window, the innermost first', () => {
		const base = temporaryFolder();
		mkdirSync(join(base, 'a', 'inner'), { recursive: true });
		mkdirSync(join(base, 'b'));
		const windows = finder(
			anEntry({ id: 'outer', folders: [join(base, 'a'), join(base, 'b')] }),
			anEntry({ id: 'inner', folders: [join(base, 'a', 'inner')], startedAt: 1 }),
		);
		expect(windows.find(join(base, 'b')).id).toBe('outer');
		expect(windows.find(join(base, 'a')).id).toBe('outer');
		expect(windows.find(join(base, 'a', 'inner')).id).toBe('inner');
		expect(windows.find(join(base, 'a', 'inner'), new Set(['inner'])).id).toBe('outer');
	});

	test('says what is wrong', () => {
		const base = temporaryFolder();
		const windows = finder(anEntry({ folders: [join(base, 'gone')] }), anEntry({ id: 'w2', folders: ['/elsewhere'] }));
		const failure = (path: string) => {
			try {
				return windows.find(path);
			} catch (cause) {
				return cause;
			}
		};
		expect(failure('src')).toMatchObject({
			code: 'E_INVALID_PARAMS',
			message: expect.stringContaining('projectRoot must be an absolute path') as string,
		});
		expect(failure(join(base, 'none'))).toMatchObject({
			code: 'E_INVALID_PARAMS',
			message: `projectRoot does not exist: ${join(base, 'none')}`,
		});
		expect(failure(base)).toMatchObject({
			code: 'E_NO_WINDOW',
			message: `No open window has the folder ${base}; window w1 has ${join(base, 'gone')}; window w2 has /elsewhere.`,
			hint: expect.stringContaining('projectRoot') as string,
			details: { openFolders: [join(base, 'gone'), '/elsewhere'] },
		});
	});

	test('names the candidates when nothing tells them apart', () => {
		const base = temporaryFolder();
		const windows = finder(anEntry({ id: 'one', folders: [base] }), anEntry({ id: 'two', folders: [base] }));
		expect(() => windows.find(base)).toThrow(
			expect.objectContaining({
				code: 'E_AMBIGUOUS_WINDOW',
				message: expect.stringMatching(/window one.*window two/) as string,
			}),
		);
	});

	test('knows a window without a folder by its files and by the folders they lie in', () => {
		const base = temporaryFolder();
		mkdirSync(join(base, 'notes', 'deep'), { recursive: true });
		writeFileSync(join(base, 'notes', 'todo.md'), '');
		const loose = anEntry({ id: 'loose', folders: [], files: [join(base, 'notes', 'todo.md'), join(base, 'gone')] });
		const windows = finder(loose, anEntry({ id: 'other', folders: ['/elsewhere'] }));
		expect(windows.find(join(base, 'notes', 'todo.md')).id).toBe('loose');
		expect(windows.find(join(base, 'notes')).id).toBe('loose');
		expect(() => windows.find(join(base, 'notes', 'deep'))).toThrow('no folder and the files');
		// A window that has the folder open knows more about it than one that shows a file of it.
		const both = finder(loose, anEntry({ id: 'folder', folders: [base], startedAt: 1 }));
		expect(both.find(join(base, 'notes', 'todo.md')).id).toBe('folder');
	});

	test('takes the window that is named, by its id, the beginning of the id, or its port', () => {
		const windows = finder(
			anEntry({ id: 'a1b2', folders: [], port: 50_001 }),
			anEntry({ id: 'a1c3', folders: ['/elsewhere'], port: 50_002 }),
		);
		expect(windows.find('window:a1b2').id).toBe('a1b2');
		expect(windows.find('window:a1c').id).toBe('a1c3');
		expect(windows.find('window:50001').id).toBe('a1b2');
		expect(() => windows.find('window:a1')).toThrow(expect.objectContaining({ code: 'E_AMBIGUOUS_WINDOW' }));
		for (const name of ['', 'zz', '1']) {
			expect(() => windows.find(`window:${name}`)).toThrow(
				expect.objectContaining({
					code: 'E_NO_WINDOW',
					message: `No open window has the id or the port "${name}"; window a1b2 has no folder; window a1c3 has /elsewhere.`,
				}),
			);
		}
		expect(windows.expected('window:a1b2')).toBeUndefined();
	});

	test('takes the only window when that has no folder, if the caller may be anywhere', () => {
		const base = temporaryFolder();
		const loose = anEntry({ id: 'loose', folders: [] });
		const lenient = (...entries: WindowEntry[]) =>
			windowFinder(temporaryHome(), { reader: readerOf(entries), onlyWindowAnswers: true });
		expect(lenient(loose).find(base).id).toBe('loose');
		expect(() => finder(loose).find(base)).toThrow(
			expect.objectContaining({
				message: `No open window has the folder ${base}; window loose has no folder.`,
				hint: expect.stringContaining('name "window:ID" (in the shell: --window ID) with projectRoot') as string,
			}),
		);
		expect(() => lenient(anEntry({ folders: ['/elsewhere'] })).find(base)).toThrow('No open window has the folder');
		expect(() => lenient(loose, anEntry({ id: 'w2', folders: ['/elsewhere'] })).find(base)).toThrow('No open window');
	});

	test('sees a folder that was put in place of another', async () => {
		const base = temporaryFolder();
		mkdirSync(join(base, 'now'));
		mkdirSync(join(base, 'next'));
		const windows = finder(anEntry({ folders: [join(base, 'now')] }));
		expect(windows.find(join(base, 'now')).id).toBe('w1');
		renameSync(join(base, 'now'), join(base, 'before'));
		renameSync(join(base, 'next'), join(base, 'now'));
		writeFileSync(join(base, 'now', 'x'), '');
		await expect.poll(() => windows.find(join(base, 'now')).id).toBe('w1');
	});
});
