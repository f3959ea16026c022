import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { makeRepository } from './git.ts';
import { writeSqlite } from './sqlite-file.ts';
import { writeFileIn } from './write-file-in.ts';

const FILES = {
	'package.json': '{ "name": "harbour", "private": true, "type": "module" }\n',
	'tsconfig.json':
		'{ "compilerOptions": { "strict": true, "module": "nodenext", "allowImportingTsExtensions": true, "noEmit": true }, "include": ["lib"] }\n',
	'lib/tide.ts': `/** Metres above chart datum. */
export function tideAt(hour: number): number {
	return 2 + Math.sin((hour * Math.PI) / 6);
}

export const springTide: number = 'high';
`,
	'lib/berth.ts': `import { tideAt } from './tide.ts';

export function depthAt(hour: number, charted: number): number {
	return charted + tideAt(hour);
}
`,
	'lib/draught.mjs': `export function mayEnter(depth, draught) {
	const under = depth - draught;
	return under > 0;
}
`,
	'test/draught.test.mjs': `import assert from 'node:assert';
import test from 'node:test';
import { mayEnter } from '../lib/draught.mjs';

test('a hand of water is too little', () => {
	assert.strictEqual(mayEnter(4.1, 4), false);
});
`,
	'.vscode/tasks.json':
		'{\n\t// what the harbour master runs\n\t"version": "2.0.0",\n\t"tasks": [{ "label": "tell", "type": "shell", "command": "echo ships: 2" }]\n}\n',
	'.gitignore': 'data/\n',
};

/** A small project of a user: a test that fails, a mistake in TypeScript, a task, a database, and a repository. */
export function makeHarbour(folder: string): void {
	for (const [file, text] of Object.entries(FILES)) {
		writeFileIn(folder, file, text);
	}
	mkdirSync(path.join(folder, 'data'));
	writeSqlite(
		path.join(folder, 'data/harbour.sqlite'),
		'create table ships (id integer primary key, name text, draught real)',
		"insert into ships (name, draught) values ('Anna', 3.2), ('Berta', 5.1)",
	);
	makeRepository(folder, 'A harbour');
}
