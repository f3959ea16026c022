import js from '@eslint/js';
import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

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
	tseslint.configs.strictTypeChecked,
	tseslint.configs.stylisticTypeChecked,
	{
		languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
		rules: {
			'@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true, allowBoolean: true }],
			'@typescript-eslint/consistent-type-assertions': ['error', { assertionStyle: 'never' }],
			'@typescript-eslint/no-non-null-assertion': 'error',
			'@typescript-eslint/switch-exhaustiveness-check': 'error',
			'@typescript-eslint/consistent-type-imports': 'error',
			'@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
			// Our interfaces are made of closures, not of classes: their methods may be handed around.
			'@typescript-eslint/unbound-method': 'off',
			'@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_$' }],
			// The SDK advises against its low-level server for ordinary use and keeps it for cases like ours: see buildMcpServer.
			// Its client for HTTP+SSE is as old as the transport that we test with it.
			'@typescript-eslint/no-deprecated': [
				'error',
				{
					allow: [
						{ from: 'package', name: 'Server', package: '@modelcontextprotocol/server' },
						{ from: 'package', name: 'SSEClientTransport', package: '@modelcontextprotocol/client' },
					],
				},
			],
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
	{ files: ['*.config.ts'], rules: { 'no-restricted-exports': 'off' } },
);
