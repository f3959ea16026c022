import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Guides } from '../../../src/ports/guides.ts';
import { readGuide } from '../../../src/text/read-guide.ts';
import { docsGet } from '../../../src/tools/docs/docs-get.ts';
import { docsList } from '../../../src/tools/docs/docs-list.ts';
import { dataOf, errorOf, runTool } from '../../fakes/run-tool.ts';

const FOLDER = join(import.meta.dirname, '../../../../../docs/how');
const TEXT =
	'<!-- when: Before you sail. -->\n<!-- tags: sea, wind -->\n\n# Sailing\n\nHow to\nsail.\n\n## Start\n\nGo.\n';

const guides: Guides = {
	all: () =>
		Promise.resolve([
			readGuide('sailing', TEXT),
			readGuide('long', `<!-- when: Never. -->\n# Long\n\nMany lines.\n\n${'A line of the guide.\n'.repeat(5000)}`),
		]),
};

test.each(readdirSync(FOLDER))('docs/how/%s is a guide that agents can be given', name => {
	const guide = readGuide(name.replace(/\.md$/, ''), readFileSync(join(FOLDER, name), 'utf8'));
	expect(guide.whenToUse).toMatch(/^[A-Z].*\.$/);
	expect(guide.tags).not.toEqual([]);
	expect(guide.text).toMatch(/^# /);
});

test('a guide without its comment is refused by name', () => {
	expect(() => readGuide('bare', '# Bare\n\nText.\n')).toThrow('The guide bare lacks');
});

describe('docs_list', () => {
	test('names the guides, with when to read them', async () => {
		const listed = await dataOf(runTool(docsList, {}, { guides }));
		expect(listed['count']).toBe(2);
		expect(listed['docs']).toContainEqual({
			id: 'sailing',
			title: 'Sailing',
			summary: 'How to sail.',
			whenToUse: 'Before you sail.',
			tags: ['sea', 'wind'],
		});
	});

	test.each([
		[{ query: 'SAIL' }, 1],
		[{ tags: ['sea'] }, 1],
		[{ tags: ['sea', 'land'] }, 0],
		[{ query: 'submarine' }, 0],
	])('%j gives %i', async (input, count) => {
		expect((await dataOf(runTool(docsList, input, { guides })))['count']).toBe(count);
	});
});

describe('docs_get', () => {
	test('gives the text without the comment for agents', async () => {
		const { content } = await dataOf(runTool(docsGet, { id: 'sailing' }, { guides }));
		expect(content).toBe('# Sailing\n\nHow to\nsail.\n\n## Start\n\nGo.');
	});

	test('a long guide comes in pages that miss nothing', async () => {
		const pages: string[] = [];
		for (let startLine: unknown = 1; typeof startLine === 'number'; ) {
			const page = await dataOf(runTool(docsGet, { id: 'long', startLine }, { guides }));
			pages.push(String(page['content']));
			startLine = page['nextLine'];
		}
		expect(pages.length).toBeGreaterThan(1);
		expect(pages.join('\n').match(/A line of the guide\./g)).toHaveLength(5000);
	});

	test('an unknown id is told with the nearest one, or with all', async () => {
		expect(await errorOf(runTool(docsGet, { id: 'sailling' }, { guides }))).toMatchObject({
			code: 'E_DOC_NOT_FOUND',
			message: 'There is no guide sailling. Did you mean sailing?',
		});
		expect((await errorOf(runTool(docsGet, { id: 'zzzz' }, { guides }))).message).toContain(
			'There are: sailing, long.',
		);
	});

	test('a line past the end is an error', async () => {
		expect((await errorOf(runTool(docsGet, { id: 'sailing', startLine: 99 }, { guides }))).code).toBe('E_INVALID_LINE');
	});
});
