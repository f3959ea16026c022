/** Who may import whom: the table of docs/architecture.md as a check. */
const CORE = '^packages/core/src';
const EXTENSION = '^packages/extension/src';

const VSCODE = 'node_modules/@types/vscode/';

const only = (name, from, allowed, comment) => ({
	name,
	comment,
	severity: 'error',
	from: { path: from },
	to: { pathNot: [from, ...allowed] },
});

module.exports = {
	forbidden: [
		{ name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
		{ name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: VSCODE } },
		{
			name: 'no-undeclared-packages',
			comment: 'A package that is only there because of hoisting is gone for whoever installs us.',
			severity: 'error',
			from: { path: '^packages/[^/]+/src' },
			to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'], pathNot: VSCODE },
		},
		only('core-ports-import-nothing', `${CORE}/ports/`, [], 'Ports are interfaces and nothing else.'),
		only(
			'core-contract',
			`${CORE}/contract/`,
			[`${CORE}/ports/`, 'node_modules/zod/'],
			'The contract knows ports and zod.',
		),
		{
			name: 'core-tools-stay-apart',
			comment: 'A tool knows ports, contract and its own folder: not another toolset, not the runtime.',
			severity: 'error',
			from: { path: `${CORE}/tools/([^/]+)/` },
			to: { pathNot: [`${CORE}/tools/$1/`, `${CORE}/ports/`, `${CORE}/contract/`, 'node_modules/zod/'] },
		},
		only(
			'core-dialects',
			`${CORE}/dialects/`,
			[`${CORE}/contract/`, 'node_modules/zod/'],
			'Dialects name our tools; they import none.',
		),
		only(
			'core-runtime',
			`${CORE}/runtime/`,
			[`${CORE}/contract/`, `${CORE}/ports/`],
			'The runtime is handed its toolsets; it imports none.',
		),
		only('core-is-pure', `${CORE}/`, ['node_modules/zod/'], 'No vscode, no Node, no MCP SDK in the core.'),
		only('link', '^packages/link/src', [`${CORE}/(contract|ports)/`], 'The link knows the contract and Node.'),
		only(
			'database',
			'^packages/database/src',
			[
				`${CORE}/ports/`,
				`${CORE}/contract/(errors|name-some|nearest-name|cancellation-source|deadline|linear-text|yaml-nesting).ts`,
				'^packages/link/src/start-timer.ts',
				'node_modules/(pg|pg-cursor|mysql2|tedious|yaml|smol-toml|@types/pg|@types/pg-cursor)/',
			],
			'The database package knows the contract, Node and the drivers: no vscode, no tools.',
		),
		only(
			'agent-config',
			'^packages/agent-config/src',
			[`${CORE}/contract/`, '^packages/link/src', 'node_modules/(jsonc-parser|yaml)/'],
			'Configuration files of agents and of custom tools are plain files: no vscode, no tools.',
		),
		only(
			'extension-editor',
			`${EXTENSION}/editor/`,
			[
				`${CORE}/ports/`,
				`${CORE}/contract/(cancellation-source|deadline|errors|git-environment|name-some|nearest-name|no-test-extension|line-diff|unified-diff|protected-paths|protected-settings|protected-commands|glob|linear-text|least-certain|read-guide|show-hidden-characters|yaml-nesting).ts`,
				'^packages/link/src/start-timer.ts',
				// Manifests of projects are written in these.
				'node_modules/(yaml|smol-toml)/',
				VSCODE,
			],
			'Adapters turn vscode into ports.',
		),
		only(
			'extension-questions-page',
			`${EXTENSION}/editor/questions/page/`,
			[`${EXTENSION}/editor/questions/page-messages\\.ts`],
			'The page is a web page: it knows its messages and nothing else.',
		),
		only(
			'extension-surfaces-without-vscode',
			`${EXTENSION}/surfaces/(http|link|devdb|ggmcp|files)/`,
			[`${CORE}/`, '^packages/link/src', `${EXTENSION}/surfaces/http/`],
			'Surfaces translate a wire format; they know neither vscode nor the editor.',
		),
		only(
			'extension-surface-mcp',
			`${EXTENSION}/surfaces/mcp/`,
			[`${CORE}/`, `${EXTENSION}/surfaces/http/`, 'node_modules/@modelcontextprotocol/server/'],
			'The MCP surface knows core and the SDK, so that it can serve from another process unchanged.',
		),
		only(
			'extension-surface-language-model',
			`${EXTENSION}/surfaces/language-model/`,
			[`${CORE}/(contract|runtime)/`, VSCODE],
			'The chat of the editor is a surface too: it translates, and has no editor internals.',
		),
		only('extension-relay', `${EXTENSION}/relay/`, [`${CORE}/contract/`, VSCODE], 'Tools of other extensions.'),
		only(
			'extension-ui',
			`${EXTENSION}/ui/`,
			[`${CORE}/(contract|runtime/call-log)`, `${EXTENSION}/(settings|window-service)\\.ts`, VSCODE],
			'The user interface shows state and sends commands.',
		),
		only(
			'extension-custom-tools',
			`${EXTENSION}/custom-tools/`,
			[
				`${CORE}/(contract|ports|runtime)/`,
				'^packages/(link|agent-config)/src',
				`${EXTENSION}/editor/(questions/question|shared-questions)\\.ts`,
				`${EXTENSION}/ui/log\\.ts`,
				`${EXTENSION}/(lazy|read-settings)\\.ts`,
				VSCODE,
			],
			'Custom tools run scripts; they reach the editor only through other tools, and the person by asking.',
		),
		only(
			'extension-custom-tools-process',
			`${EXTENSION}/custom-tools/script-(process|protocol)\\.ts`,
			[],
			'What runs in the process of a script knows Node and nothing of the window.',
		),
		only(
			'cli',
			'^packages/cli/src',
			[`${CORE}/`, '^packages/(link|agent-config)/src'],
			'The CLI is one file without dependencies.',
		),
		only(
			'headless',
			'^packages/headless/src',
			[`${CORE}/contract/(cancellation-source|deadline).ts`, '^packages/link/src', 'node_modules/playwright-core/'],
			'The headless editor knows Node and the browser.',
		),
		{
			name: 'headless-is-for-tests',
			severity: 'error',
			from: { path: '^packages/(?!headless)' },
			to: { path: '^packages/headless' },
		},
		{
			name: 'sdk-in-one-place',
			severity: 'error',
			from: { pathNot: [`${EXTENSION}/surfaces/mcp/`, '^tests/', '^bench/', '/test/'] },
			to: { path: 'node_modules/@modelcontextprotocol/' },
		},
	].map(rule =>
		// Node's own modules are allowed wherever Node is; only the core has to do without them.
		rule.to.pathNot && !rule.name.startsWith('core')
			? { ...rule, to: { ...rule.to, dependencyTypesNot: ['core'] } }
			: rule,
	),
	options: {
		doNotFollow: { path: 'node_modules' },
		exclude: { path: '(^|/)(dist|recipe|evaluator)/' },
		tsPreCompilationDeps: true,
		tsConfig: { fileName: 'tsconfig.json' },
		enhancedResolveOptions: { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default', 'types'] },
		builtInModules: { override: undefined, add: [] },
	},
};
