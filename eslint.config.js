import js from '@eslint/js';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

/** A word, other than the name of an icon such as $(eye). */
const WORD = '/(^|[^a-z($~-])[a-z]{2}/i';
const SAYING = `:matches(Literal[value=${WORD}][value!="Hawser"], TemplateLiteral:has(TemplateElement[value.raw=${WORD}]))`;

const UNTRANSLATED = [
	`CallExpression[callee.property.name=/^(show(Information|Warning|Error)Message|setStatusBarMessage)$/] > ${SAYING}`,
	`CallExpression[callee.property.name="createWebviewPanel"] > ${SAYING}:nth-child(2)`,
	`NewExpression[callee.property.name="TreeItem"] > ${SAYING}`,
	`Property[key.name=/^(wants|why|placeHolder|prompt|tooltip|contextualTitle)$/] > ${SAYING}.value`,
	`AssignmentExpression[left.property.name=/^(tooltip|placeholder)$/] > ${SAYING}.right`,
	`CallExpression[callee.name="element"] > ${SAYING}:nth-child(3)`,
	`CallExpression[callee.name="button"] > ${SAYING}:first-child`,
	`CallExpression[callee.property.name="setAttribute"][arguments.0.value="aria-label"] > ${SAYING}:nth-child(2)`,
].map(selector => ({ selector, message: 'Users read this: say it with l10n.t.' }));

UNTRANSLATED.push({
	selector:
		'CallExpression[callee.object.property.name="l10n"][callee.property.name="t"] > :not(Literal, ObjectExpression):first-child',
	message: 'Translations are found by the text itself: give l10n.t a literal, and values as {0}.',
});

export default tseslint.config(
	{
		ignores: [
			'**/dist/**',
			'**/node_modules/**',
			'tests/projects/**',
			'packages/headless/projects/**',
			'**/*.js',
			'**/*.mjs',
			'**/*.cjs',
		],
	},
	js.configs.recommended,
	tseslint.configs.strict,
	tseslint.configs.stylistic,
	{
		rules: {
			'@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
			'@typescript-eslint/no-non-null-assertion': 'error',
			'@typescript-eslint/consistent-type-imports': 'error',
			'@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_$' }],
			'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true } }],
			eqeqeq: ['error', 'always', { null: 'ignore' }],
		},
	},
	{
		files: ['**/test/**', 'tests/**', 'bench/**', 'scripts/**'],
		rules: { '@typescript-eslint/consistent-type-assertions': 'off' },
	},
	{
		// A time limit cannot fire while a regular expression runs, so what is shipped has none that takes the square of its text.
		files: ['packages/*/src/**'],
		ignores: ['packages/headless/**'],
		plugins: { regexp },
		rules: {
			'regexp/no-super-linear-backtracking': ['error', { report: 'certain' }],
			'regexp/no-super-linear-move': ['error', { report: 'certain', ignoreSticky: true, ignorePartial: false }],
		},
	},
	{
		// What users read goes through l10n.t, or nobody can translate it; what is no literal, l10n.t cannot find a translation of.
		files: ['packages/extension/src/**'],
		ignores: ['packages/extension/src/settings/{settings,change-commands}.ts'],
		rules: { 'no-restricted-syntax': ['error', ...UNTRANSLATED] },
	},
	{ files: ['*.config.ts'], rules: { 'no-restricted-exports': 'off' } },
);
