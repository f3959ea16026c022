import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createFolderFiles } from '../../src/discovery/folder-files.ts';
import { createFolder } from '../support/project.ts';

test('a change of what was read, a new file that was looked for, and a deletion are noticed', () => {
	const folder = createFolder({ '.env': 'A=1', 'app.db': 'SQLite format 3\0' });
	const look = () => {
		const files = createFolderFiles(folder);
		files.read('.env');
		files.read('.env.local');
		files.head('app.db', 16);
		return files;
	};
	let files = look();
	expect(files.unchanged()).toBe(true);
	writeFileSync(join(folder, 'app.db'), 'SQLite format 3\0 with another row');
	expect(files.unchanged()).toBe(true);
	writeFileSync(join(folder, '.env'), 'A=22');
	expect(files.unchanged()).toBe(false);
	files = look();
	writeFileSync(join(folder, '.env.local'), '');
	expect(files.unchanged()).toBe(false);
	files = look();
	rmSync(join(folder, 'app.db'));
	expect(files.unchanged()).toBe(false);
	rmSync(folder, { recursive: true });
});

test('a file that is no configuration by its size is not read', () => {
	const folder = createFolder({ '.env': 'A=1\n'.repeat(400_000) });
	expect(createFolderFiles(folder).read('.env')).toBeUndefined();
	rmSync(folder, { recursive: true });
});
