import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FILES = ['cart', 'price', 'stock', 'tax', 'order', 'user'];
const TESTS_PER_FILE = 50;
/** Lines of one test below. */
const LINES = 5;

export interface ExpectedFailure {
	path: string;
	/** Full name as the tools show it. */
	label: string;
	/** Line of the test, and of the assertion in it. */
	line: number;
	failsAt: number;
	expected: string;
	actual: string;
}

/** Writes 300 tests of node:test in six files; exactly seven of them fail, and one more is skipped. */
export function writeFailingSuite(folder: string): { total: number; failures: readonly ExpectedFailure[] } {
	const failures: ExpectedFailure[] = [];
	FILES.forEach((name, file) => {
		const path = `${name}.test.js`;
		const header = ["const assert = require('node:assert');", "const test = require('node:test');", ''];
		const tests = Array.from({ length: TESTS_PER_FILE }, (_, index) => {
			const number = file * TESTS_PER_FILE + index;
			const fails = number % 43 === 11;
			const label = `${name} ${index} doubles`;
			const line = header.length + index * LINES + 1;
			if (fails) {
				failures.push({ path, label, line, failsAt: line + 2, expected: `${2 * number + 1}`, actual: `${2 * number}` });
			}
			return [
				`test${number === 1 ? '.skip' : ''}('${label}', () => {`,
				`	const doubled = ${number} * 2;`,
				`	assert.strictEqual(doubled, ${fails ? 2 * number + 1 : 2 * number});`,
				'});',
				'',
			];
		});
		writeFileSync(join(folder, path), [...header, ...tests.flat()].join('\n'));
	});
	return { total: FILES.length * TESTS_PER_FILE, failures };
}
