import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { ROOT } from '../../scripts/build/artefacts.ts';
import type { Data } from './debug-client.ts';

/** A page of docs/how with fenced blocks: files, then calls and what they answer. */
export interface Guide {
	files: readonly { name: string; text: string }[];
	/** Makes every call of the page and compares the answers with those that it shows; how many there were. */
	follow(read: (tool: string, input: Data) => Promise<string>): Promise<number>;
}

export function readGuide(page: string): Guide {
	const text = readFileSync(join(ROOT, 'docs/how', page), 'utf8');
	const blocks = [...text.matchAll(/^```(js file=(?<file>\S+)|json call|text answer)\n(?<body>[\s\S]*?)^```$/gm)];
	const files = blocks.flatMap(({ groups = {} }) => {
		const { file, body = '' } = groups;
		return file === undefined ? [] : [{ name: file, text: body }];
	});
	return {
		files,
		async follow(read) {
			let calls = 0;
			let answer = '';
			for (const { 1: kind, groups = {} } of blocks) {
				const { body = '' } = groups;
				if (kind === 'json call') {
					const { tool, arguments: input } = JSON.parse(body) as { tool: string; arguments: Data };
					answer = await read(tool, input);
					calls++;
				} else if (kind === 'text answer') {
					expectShown(body, answer);
				}
			}
			// A call whose answer is in a format that the pattern above does not find must not pass.
			expect(blocks).toHaveLength(2 * calls + files.length);
			return calls;
		},
	};
}

/** Every line that the guide shows is in the answer, in that order; `…` stands for anything. */
function expectShown(shown: string, answer: string): void {
	const actual = stable(answer).split('\n');
	let from = 0;
	for (const line of stable(shown).trimEnd().split('\n')) {
		const pattern = new RegExp(`^${line.split('…').map(escape).join('.*')}$`);
		const found =
			line === '…' ? from - 1 : actual.findIndex((candidate, index) => index >= from && pattern.test(candidate));
		expect(found < 0 && line !== '…' ? line : undefined, `missing in: ${answer}`).toBeUndefined();
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
