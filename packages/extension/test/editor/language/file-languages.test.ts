import { expect, test } from 'vitest';
import { createFileLanguages } from '../../../src/editor/language/file-languages.ts';

const manifest = (...languages: object[]) => ({ contributes: { languages } });
const languageOf = createFileLanguages(
	[
		manifest({ id: 'json', extensions: ['.json'], filenames: ['.swcrc'] }),
		manifest({
			id: 'jsonc',
			extensions: ['.code-workspace'],
			filenames: ['settings.json'],
			filenamePatterns: ['**/.vscode/*.json'],
		}),
		manifest({ id: 'typescript', extensions: ['.ts'] }, { id: 'special', extensions: ['.special.ts'] }),
		manifest({ id: 'makefile', filenames: ['Makefile'] }),
		{ contributes: { languages: 'nonsense' } },
		undefined,
	],
	{ '*.tpl': 'html', '**/views/*.ts': 'view', broken: 1 },
);

test.each([
	['/w/a.json', 'json'],
	['/w/A.JSON', 'json'],
	['/w/.swcrc', 'json'],
	['/w/settings.json', 'jsonc'],
	['/w/.vscode/tasks.json', 'jsonc'],
	['/w/a.b.ts', 'typescript'],
	['/w/a.special.ts', 'special'],
	['/w/deep/Makefile', 'makefile'],
	['/w/page.tpl', 'html'],
	['/w/views/main.ts', 'view'],
	['C:\\w\\a.ts', 'typescript'],
	['/w/picture.png', undefined],
	['/w/none', undefined],
])('%s is %s', (path, language) => {
	expect(languageOf(path)).toBe(language);
});
