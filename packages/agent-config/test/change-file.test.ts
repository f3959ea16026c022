import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import {
	chmodSync,
	existsSync,
	lstatSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	renameSync,
	statSync,
	symlinkSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { removeAbandonedTemporaries } from '@hawser/node/write-file-atomically.ts';
import { afterEach, describe, expect, test } from 'vitest';
import { NO_PROCESS } from '../../node/test/no-process.ts';
import { temporaryFolder } from '../../node/test/temporary-folder.ts';
import { changeFile, type FileDecision } from '../src/change-file.ts';
import { POSIX } from './temporary.ts';

const children: ChildProcess[] = [];
afterEach(() => {
	for (const child of children.splice(0)) {
		child.kill('SIGKILL');
	}
});

const append = (text = ''): FileDecision => ({ kind: 'write', text: `${text}!` });

function fileWith(content: string | Uint8Array, mode = 0o644): string {
	const path = join(temporaryFolder(), 'x.json');
	writeFileSync(path, content);
	chmodSync(path, mode);
	return path;
}

describe('a file is changed whole', () => {
	test.skipIf(!POSIX).each([0o600, 0o640, 0o664, 0o755])('and keeps its permissions: %o', mode => {
		const path = fileWith('a', mode);
		expect(changeFile(path, append)).toEqual({ kind: 'written' });
		expect(readFileSync(path, 'utf8')).toBe('a!');
		expect(statSync(path).mode & 0o7777).toBe(mode);
		expect(readdirSync(join(path, '..'))).toEqual(['x.json']);
	});

	test.skipIf(!POSIX)('through a link, which stays one', () => {
		const path = fileWith('a');
		const folder = temporaryFolder();
		symlinkSync(path, join(folder, 'link'));
		expect(changeFile(join(folder, 'link'), append)).toEqual({ kind: 'written' });
		expect(lstatSync(join(folder, 'link')).isSymbolicLink()).toBe(true);
		expect(readFileSync(path, 'utf8')).toBe('a!');
	});

	test('a file is made when there is none, removed, and kept', () => {
		const path = join(temporaryFolder(), 'x.json');
		expect(changeFile(path, append, { mode: 0o600 })).toEqual({ kind: 'written' });
		expect(!POSIX || (statSync(path).mode & 0o777) === 0o600).toBe(true);
		expect(changeFile(path, () => ({ kind: 'keep' }))).toEqual({ kind: 'kept' });
		expect(changeFile(path, () => ({ kind: 'remove' }))).toEqual({ kind: 'removed' });
		expect(existsSync(path)).toBe(false);
	});
});

describe('somebody else writes at the same time', () => {
	test.each([
		['in place', (path: string) => writeFileSync(path, 'theirs')],
		[
			'by renaming',
			(path: string) => {
				writeFileSync(`${path}.new`, 'theirs');
				renameSync(`${path}.new`, path);
			},
		],
	])('%s: what they wrote is edited, not overwritten', (_how, write) => {
		const path = fileWith('a');
		let first = true;
		const beforeWrite = () => {
			if (first) {
				first = false;
				write(path);
			}
		};
		expect(changeFile(path, append, { beforeWrite })).toEqual({ kind: 'written' });
		expect(readFileSync(path, 'utf8')).toBe('theirs!');
	});

	test('a file that appears is not replaced', () => {
		const path = join(temporaryFolder(), 'x.json');
		let first = true;
		const beforeWrite = () => {
			if (first) {
				first = false;
				writeFileSync(path, 'theirs');
			}
		};
		changeFile(path, append, { beforeWrite });
		expect(readFileSync(path, 'utf8')).toBe('theirs!');
	});

	test('and without end: then the file is left to them', () => {
		const path = fileWith('a');
		let count = 0;
		const beforeWrite = () => writeFileSync(path, `theirs ${++count}`);
		expect(changeFile(path, append, { beforeWrite })).toEqual({ kind: 'refused', reason: 'it keeps changing' });
		expect(readFileSync(path, 'utf8')).toBe(`theirs ${count}`);
	});

	test('half a file is read again when its owner writes in place', () => {
		const path = fileWith('{"a":');
		let reads = 0;
		const edit = (text = ''): FileDecision => {
			if (++reads === 3) {
				writeFileSync(path, '{"a":1}');
			}
			return text.endsWith('}') ? append(text) : { kind: 'refused', reason: 'half' };
		};
		expect(changeFile(path, edit, { timeLimit: 1 })).toEqual({ kind: 'written' });
		expect(readFileSync(path, 'utf8')).toBe('{"a":1}!');
		expect(changeFile(path, () => ({ kind: 'refused', reason: 'half' }))).toEqual({ kind: 'refused', reason: 'half' });
	});
});

describe('a file is left alone', () => {
	test.skipIf(!POSIX)('that nobody may write, or whose folder nobody may write', () => {
		const closed = fileWith('a', 0o444);
		expect(changeFile(closed, append)).toEqual({ kind: 'unwritable', reason: 'it cannot be written (EACCES)' });
		const inClosed = fileWith('a');
		chmodSync(join(inClosed, '..'), 0o555);
		expect(changeFile(inClosed, append).kind).toBe('unwritable');
		expect(changeFile(join(inClosed, '../y.json'), append).kind).toBe('unwritable');
		expect([closed, inClosed].map(path => readFileSync(path, 'utf8'))).toEqual(['a', 'a']);
		chmodSync(join(inClosed, '..'), 0o755);
	});

	test('when it is no text, no file, or leads nowhere', () => {
		expect(changeFile(fileWith(Uint8Array.of(0xff, 0xfe, 0x7b, 0)), append)).toEqual({
			kind: 'refused',
			reason: 'it is not UTF-8 text',
		});
		const folder = temporaryFolder();
		mkdirSync(join(folder, 'x.json'));
		expect(changeFile(join(folder, 'x.json'), append)).toEqual({ kind: 'refused', reason: 'it is not a file' });
		symlinkSync(join(folder, 'nowhere'), join(folder, 'link'));
		expect(changeFile(join(folder, 'link'), append)).toEqual({
			kind: 'refused',
			reason: 'it is a link that leads nowhere',
		});
	});
});

test('a writer that is killed at any moment leaves the old file or the new, whole', async () => {
	const path = fileWith('{}');
	for (let round = 0; round < 25; round++) {
		const writer = fork(join(import.meta.dirname, 'change-file-process.ts'), [path]);
		children.push(writer);
		await once(writer, 'message');
		// The moment is left to chance: the writer goes on in a loop meanwhile.
		await new Promise(resolve => setTimeout(resolve, Math.random() * 12));
		const gone = once(writer, 'exit');
		writer.kill('SIGKILL');
		await gone;
		const text = readFileSync(path, 'utf8');
		const { filler, length } = JSON.parse(text) as { filler: string; length: number };
		expect(filler).toHaveLength(length);
	}
	removeAbandonedTemporaries(join(path, '..'), 'x.json');
	expect(readdirSync(join(path, '..'))).toEqual(['x.json']);
});

test('only what dead writers of this very file left behind is cleared away', () => {
	const path = fileWith('a');
	const folder = join(path, '..');
	const others = [`.y.json.${NO_PROCESS}.0123456789ab.tmp`, `.x.json.${process.pid}.0123456789ab.tmp`, '.x.json.tmp'];
	for (const name of [`.x.json.${NO_PROCESS}.0123456789ab.tmp`, ...others]) {
		writeFileSync(join(folder, name), '');
	}
	removeAbandonedTemporaries(join(path, '..'), 'x.json');
	expect(readdirSync(folder).sort()).toEqual([...others, 'x.json'].sort());
});
