import { z } from 'zod';
import type { TestFacts } from '../../ports/tests.ts';

/** A test in answers. */
export const testRow = z.object({
	id: z.string(),
	name: z.string().describe('With the suites it is in.'),
	path: z.string().optional(),
	line: z.int().optional(),
});

export type TestRow = z.output<typeof testRow>;

export function nameTest(test: TestFacts): TestRow {
	const { id, path, line } = test;
	return { id, name: fullName(test), ...(path !== undefined && { path }), ...(line !== undefined && { line }) };
}

/** Suites that are merely the file or its folders say nothing that the path does not say. */
function fullName({ label, suites, path = '' }: TestFacts): string {
	return [...suites.filter(suite => !`/${path}`.includes(`/${suite}`)), label].join(' > ');
}

export function hasText({ label, suites }: TestFacts, text = ''): boolean {
	return [...suites, label].join(' > ').toLowerCase().includes(text.toLowerCase());
}

export function renderTest({ name, path, line }: Pick<TestRow, 'name' | 'path' | 'line'>): string {
	const place = path === undefined ? '' : `${path}${line === undefined ? '' : `:${line}`} `;
	return `${place}${name}`;
}
