import path from 'node:path';
import { makeRepository } from './git.ts';
import { writeSqlite } from './sqlite-file.ts';
import { writeFileIn } from './write-file-in.ts';

const MAIN = `const prices = [12, 4.5];

function total(list) {
	let sum = 0;
	for (const price of list) {
		sum += price;
	}
	return sum;
}

module.exports = { total };
console.log('total', total(prices));
`;

const TEST = `const assert = require('node:assert');
const test = require('node:test');
const { total } = require('./main.js');

test('prices are added up', () => {
	assert.strictEqual(total([1, 2]), 3);
});
`;

const NOTEBOOK = {
	cells: [
		{ cell_type: 'markdown', metadata: {}, source: ['# Rates'] },
		{ cell_type: 'code', metadata: {}, outputs: [], execution_count: null, source: ['rate = 0.2'] },
	],
	metadata: { language_info: { name: 'javascript' } },
	nbformat: 4,
	nbformat_minor: 5,
};

const TASKS = { version: '2.0.0', tasks: [{ label: 'build', type: 'shell', command: 'node --version' }] };

/** Makes of a copy of the shop the project that the examples of all tools speak of. */
export function completeShop(folder: string): void {
	const write = (file: string, text: string) => writeFileIn(folder, file, text);
	write('src/main.js', MAIN);
	write('src/main.test.js', TEST);
	write('src/forever.js', 'let rounds = 0;\nsetInterval(() => {\n\trounds += 1;\n}, 20);\n');
	write('notes.md', 'rate = 0.2\n');
	write('analysis.ipynb', JSON.stringify(NOTEBOOK));
	write('.vscode/tasks.json', JSON.stringify(TASKS));
	// The shop is a module; what is debugged here is a plain script.
	write('src/package.json', '{ "type": "commonjs" }\n');
	writeSqlite(
		path.join(folder, 'shop.db'),
		'create table orders (id integer primary key, total real)',
		'insert into orders (total) values (12), (30)',
	);
	makeRepository(folder, 'A shop');
}
