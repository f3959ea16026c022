import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../../scripts/build/artefacts.ts';
import type { Data } from '../support/debug-client.ts';
import { useDebugger } from '../support/use-debugger.ts';

const { open, agent } = useDebugger();

/** The fenced blocks of the guide: a program, then calls and what they answer. */
const BLOCKS = [
	...readFileSync(join(ROOT, 'docs/how/debugging.md'), 'utf8').matchAll(
		/^```(js file=(?<file>\S+)|json call|text answer)\n(?<body>[\s\S]*?)^```$/gm,
	),
];

test('docs/how/debugging.md: every call gives the answer that the guide shows', async () => {
	let calls = 0;
	let answer = '';
	for (const { 1: kind = '', groups = {} } of BLOCKS) {
		const { file, body = '' } = groups;
		if (file !== undefined) {
			writeFileSync(join(open().folder, file), body);
		} else if (kind === 'json call') {
			const { tool, arguments: input } = JSON.parse(body) as { tool: string; arguments: Data };
			answer = await agent().read(tool, input);
			calls++;
		} else {
			expectShown(body, answer);
		}
	}
	// A guide in a format that the pattern above no longer finds must not pass.
	expect(calls).toBeGreaterThan(9);
	expect(BLOCKS).toHaveLength(2 * calls + 1);
});

/** Every line that the guide shows is in the answer, in that order; `…` stands for anything. */
function expectShown(shown: string, answer: string): void {
	const actual = stable(answer).split('\n');
	let from = 0;
	for (const line of stable(shown).trimEnd().split('\n')) {
		const pattern = new RegExp(`^${line.split('…').map(escape).join('.*')}$`);
		const found =
			line === '…' ? from - 1 : actual.findIndex((candidate, index) => index >= from && pattern.test(candidate));
		expect({ missing: found < 0 && line !== '…' ? line : undefined, answer }).toEqual({ missing: undefined, answer });
		from = found + 1;
	}
}

/** Numbers that differ from run to run, and how versions of Node name functions. */
function stable(text: string): string {
	return text
		.replaceAll(/\[\d+\]/g, '[n]')
		.replaceAll(/^#\d+/gm, '#n')
		.replaceAll(/(:\d+):\d+/g, '$1')
		.replaceAll('global.', '')
		.trimEnd();
}

function escape(text: string): string {
	return text.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
}
