import { expect, test } from 'vitest';
import { createNotebookTypes } from '../../../src/editor/documents/notebook-types.ts';

const contributing = (...notebooks: unknown[]) => ({ contributes: { notebooks } });

const typeOf = createNotebookTypes([
	contributing({ type: 'jupyter-notebook', selector: [{ filenamePattern: '*.ipynb' }] }),
	contributing({
		type: 'maybe',
		priority: 'option',
		selector: [{ filenamePattern: '**/*.md', excludeFileNamePattern: 'README.md' }],
	}),
	contributing({ type: 'broken', selector: [{ filenamePattern: 7 }, 'x', { filenamePattern: '{{{{' }] }),
	{ contributes: { notebooks: 'x' } },
	undefined,
]);

test.each([
	['/project/a.ipynb', 'default'],
	['/project/A.IPYNB', 'default'],
	['C:\\work\\a.ipynb', 'default'],
	['/project/notes.md', 'option'],
	['/project/README.md', undefined],
	['/project/a.ipynb.txt', undefined],
	['/project/a.ts', undefined],
])('%s: %s', (path, fit) => {
	expect(typeOf(path)).toBe(fit);
});
