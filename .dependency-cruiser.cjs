/** Who may import whom: the table of docs/architecture.md as a check. Rules name folders, and every source file falls under one. */
const CORE = '^packages/core/src';
const EXTENSION = '^packages/extension/src';
const NODE = '^packages/node/src/';
const LINK = '^packages/link/src/';
const AGENT_CONFIG = '^packages/agent-config/src/';

const ZOD = 'node_modules/zod/';
const VSCODE = 'node_modules/@types/vscode/';
/** Types alone: the server that loads the plugin hands it its own TypeScript. */
const TYPESCRIPT = 'node_modules/typescript/';
/** Translations for pages, which have no `vscode`. */
const L10N = 'node_modules/@vscode/l10n/';

/** Folders of the core. */
const core = (...folders) => `${CORE}/(${folders.join('|')})/`;

/** Folders of the extension. */
const extension = (...folders) => `${EXTENSION}/(${folders.join('|')})/`;

/** What several rooms say to the user. */
const WORDS = extension('words');

/** Reading plain data imports nothing, so every package may read it the same way. */
const DATA = core('data');

/** What lies in `folder` imports from there and from `allowed`, and nothing else. */
const only = (name, folder, allowed, comment) => ({
	name,
	comment,
	severity: 'error',
	from: { path: folder },
	to: { pathNot: [folder, DATA, ...allowed] },
});

const LAYERS = [
	{
		name: 'core-entry',
		comment: 'all-toolsets.ts lists the toolsets and the dialects.',
		severity: 'error',
		from: { path: `${CORE}/[^/]+$` },
		to: { pathNot: [core('tools', 'dialects', 'contract')] },
	},
	only('core-ports', core('ports'), [], 'Ports are interfaces and nothing else.'),
	only('core-data', DATA, [], 'Reading values whose shape is not known.'),
	only('core-errors', core('errors'), [], 'An error is a code, a message and a hint.'),
	only('core-waiting', core('waiting'), [core('ports')], 'Deadlines and cancellation.'),
	only('core-text', core('text'), [core('errors', 'ports')], 'Work on texts knows nothing of tools.'),
	only('core-protection', core('protection'), [core('text')], 'What is protected is decided by names alone.'),
	only('core-input', core('input'), [core('errors', 'text'), ZOD], 'Reading what callers send comes before any tool.'),
	only('core-contract', core('contract'), [core('errors', 'input', 'ports', 'text'), ZOD], 'What a tool is.'),
	only(
		'core-answers',
		core('answers'),
		[core('contract', 'errors', 'ports', 'text'), ZOD],
		'Shapes that several tools answer with.',
	),
	only('core-recipes', core('recipes'), [core('text')], 'Recipes name tools; they import none.'),
	only(
		'core-catalogue',
		core('catalogue'),
		[core('contract', 'errors', 'ports', 'text')],
		'The tools as things to look for and to call by name; the CLI carries it, so it has no zod.',
	),
	{
		name: 'core-tools-stay-apart',
		comment: 'A tool knows ports, contract and its own folder: not another toolset, not the runtime.',
		severity: 'error',
		from: { path: `${CORE}/tools/([^/]+)/` },
		to: {
			pathNot: [
				`${CORE}/tools/$1/`,
				DATA,
				core('answers', 'catalogue', 'contract', 'errors', 'input', 'ports', 'text'),
				ZOD,
			],
		},
	},
	only(
		'core-dialects',
		core('dialects'),
		[core('contract', 'errors', 'input'), ZOD],
		'Dialects name our tools; they import none.',
	),
	only('core-policy', core('policy'), [core('contract', 'protection', 'text')], 'What the user’s rules say of a call.'),
	only(
		'core-runtime',
		core('runtime'),
		[core('catalogue', 'contract', 'errors', 'input', 'policy', 'ports', 'text', 'waiting')],
		'The runtime is handed its toolsets; it imports none.',
	),
	only('node', NODE, [core('errors', 'ports', 'waiting')], 'What every package on Node shares.'),
	only(
		'link',
		LINK,
		[core('contract', 'errors', 'policy', 'ports', 'waiting'), NODE],
		'The link knows the contract and Node.',
	),
	only(
		'database',
		'^packages/database/src/',
		[
			core('errors', 'ports', 'text', 'waiting'),
			NODE,
			'node_modules/(pg|pg-cursor|bson|mysql2|tedious|yaml|smol-toml|@types/pg|@types/pg-cursor)/',
		],
		'The database package knows the contract, Node and the drivers: no vscode, no tools.',
	),
	only(
		'git',
		'^packages/git/src/',
		[core('errors', 'ports', 'protection', 'text'), NODE],
		'Git is run, never imported.',
	),
	only(
		'manifests',
		'^packages/manifests/src/',
		[core('ports', 'text'), 'node_modules/(yaml|smol-toml)/'],
		'Manifests are read from texts.',
	),
	only('journal', '^packages/journal/src/', [NODE], 'What agents have changed is kept in plain files.'),
	only(
		'agent-config',
		AGENT_CONFIG,
		[core('contract', 'errors', 'input', 'protection', 'text'), NODE, LINK, 'node_modules/(jsonc-parser|yaml)/'],
		'Configuration files of agents and of custom tools are plain files: no vscode, no tools.',
	),
	only(
		'cli',
		'^packages/cli/src/',
		[`${CORE}/`, NODE, LINK, AGENT_CONFIG],
		'The CLI is one file without dependencies.',
	),
	only(
		'headless',
		'^packages/headless/src/',
		[core('waiting'), NODE, 'node_modules/playwright-core/'],
		'The headless editor knows Node and the browser.',
	),
	only(
		'extension-editor',
		extension('editor'),
		[
			core('answers', 'errors', 'policy', 'ports', 'protection', 'text', 'waiting'),
			NODE,
			'^packages/(git|journal|manifests)/src/',
			WORDS,
			VSCODE,
			L10N,
		],
		'Adapters turn vscode into ports.',
	),
	only(
		'extension-questions-page',
		`${EXTENSION}/editor/questions/page/`,
		[`${EXTENSION}/editor/questions/messages/`, L10N],
		'The page is a web page: it knows its messages and their language, and nothing else.',
	),
	only(
		'extension-review',
		`${EXTENSION}/editor/review/`,
		[core('ports', 'text', 'waiting'), NODE, `${EXTENSION}/editor/(documents|questions|shared)/`, VSCODE],
		'A review shows texts and asks; it writes nothing, so it knows no tool and no writer.',
	),
	only(
		'extension-surfaces-without-vscode',
		`${EXTENSION}/surfaces/(http|link|devdb|ggmcp|files)/`,
		[`${CORE}/`, LINK, NODE, `${EXTENSION}/surfaces/http/`],
		'Surfaces translate a wire format; they know neither vscode nor the editor.',
	),
	only(
		'extension-surface-mcp',
		`${EXTENSION}/surfaces/mcp/`,
		[`${CORE}/`, NODE, `${EXTENSION}/surfaces/http/`, 'node_modules/@modelcontextprotocol/server/'],
		'The MCP surface knows core and the SDK, so that it can serve from another process unchanged.',
	),
	only(
		'extension-surface-language-model',
		`${EXTENSION}/surfaces/language-model/`,
		[core('contract', 'protection', 'runtime', 'text', 'waiting'), WORDS, VSCODE],
		'The chat of the editor is a surface too: it translates, and has no editor internals.',
	),
	only(
		'extension-activity',
		extension('activity'),
		[
			core('contract', 'runtime', 'text'),
			NODE,
			extension('agents', 'settings'),
			`${EXTENSION}/editor/questions/`,
			VSCODE,
			L10N,
		],
		'What agents do in the window, as the user sees it.',
	),
	only(
		'extension-activity-page',
		`${EXTENSION}/activity/page/`,
		[`${EXTENSION}/activity/messages/`, `${EXTENSION}/editor/questions/page/`, L10N],
		'The page is a web page: it knows its messages, and what other pages are made of.',
	),
	only(
		'extension-agents',
		extension('agents'),
		[core('contract', 'errors', 'runtime'), NODE, VSCODE],
		'Who is connected to the window.',
	),
	only(
		'extension-relay',
		extension('relay'),
		[core('contract', 'errors', 'input', 'text'), VSCODE],
		'Tools of other extensions.',
	),
	only(
		'extension-typescript-plugin',
		extension('typescript-plugin'),
		[TYPESCRIPT],
		'What runs in TypeScript’s server knows nothing of the window.',
	),
	{
		name: 'typescript-types-only',
		comment:
			'A second TypeScript beside that of the server would not understand its objects, and weighs nine megabytes.',
		severity: 'error',
		from: { path: '^packages/[^/]+/src/' },
		to: { path: TYPESCRIPT, dependencyTypesNot: ['type-only'] },
	},
	only(
		'extension-policy',
		extension('policy'),
		[
			core('contract', 'errors', 'policy', 'ports', 'runtime', 'waiting'),
			NODE,
			LINK,
			`${EXTENSION}/editor/(questions|review)/`,
			extension('rules', 'words'),
			VSCODE,
		],
		'What the user’s rules and mode say of a call, and the question or the review where they ask.',
	),
	only(
		'extension-rules',
		extension('rules'),
		[core('contract', 'policy'), NODE, LINK, `${EXTENSION}/editor/questions/`, extension('settings', 'words'), VSCODE],
		'The page on which the user sees and changes the rules, and the form of a rule.',
	),
	only(
		'extension-changes-view',
		extension('changes-view'),
		[
			core('errors', 'ports', 'text', 'waiting'),
			NODE,
			'^packages/journal/src/',
			`${EXTENSION}/editor/(changes|documents|journal)/`,
			extension('log', 'settings'),
			VSCODE,
		],
		'The view in which the user looks at what agents have changed, and takes it back.',
	),
	only('extension-log', extension('log'), [core('runtime', 'text'), NODE, VSCODE], 'The output channel, and traces.'),
	only(
		'extension-settings',
		extension('settings'),
		[core('contract', 'policy'), LINK, `${EXTENSION}/surfaces/language-model/`, VSCODE],
		'What the user has set, read and narrowed.',
	),
	only('extension-words', WORDS, [core('contract'), VSCODE], 'What several rooms say to the user, in their language.'),
	only(
		'extension-custom-tools',
		extension('custom-tools'),
		[
			core('contract', 'errors', 'input', 'ports', 'runtime', 'waiting'),
			NODE,
			AGENT_CONFIG,
			`${EXTENSION}/editor/questions/`,
			extension('log', 'settings'),
			VSCODE,
		],
		'Custom tools run scripts; they reach the editor only through other tools, and the user by asking.',
	),
	only(
		'extension-custom-tools-process',
		`${EXTENSION}/custom-tools/process/`,
		[],
		'What runs in the process of a script knows Node and nothing of the window.',
	),
	only(
		'extension-window',
		extension('window'),
		[
			`${CORE}/`,
			NODE,
			LINK,
			'^packages/database/src/',
			extension('activity', 'agents', 'custom-tools', 'editor', 'log', 'policy', 'settings', 'surfaces'),
			VSCODE,
		],
		'The service of one window: its runtime, its surfaces, its bridges.',
	),
	only(
		'extension-native-ide',
		extension('native-ide'),
		[
			core('contract', 'errors', 'ports', 'text', 'waiting'),
			NODE,
			LINK,
			AGENT_CONFIG,
			`${EXTENSION}/editor/(search|shared|workbench)/`,
			`${EXTENSION}/surfaces/http/`,
			extension('agents', 'log', 'settings', 'window'),
			VSCODE,
			'node_modules/(ws|@types/ws)/',
		],
		'Agents’ own protocols: what the user sees, and diffs. They carry no tool, so they know no runtime and no writer.',
	),
	only(
		'extension-project-config',
		extension('project-config'),
		[NODE, LINK, AGENT_CONFIG, extension('log', 'settings', 'window'), VSCODE],
		'Keeps the entries of agents while the window is open.',
	),
	only(
		'extension-ui',
		extension('ui'),
		[core('policy', 'text'), NODE, extension('agents', 'log', 'settings', 'window', 'words'), VSCODE],
		'The user interface shows state and sends commands.',
	),
	{
		name: 'extension-entry',
		comment: 'activate.ts puts the parts together.',
		severity: 'error',
		from: { path: `${EXTENSION}/[^/]+$` },
		to: { pathNot: [`${EXTENSION}/`, `${CORE}/`, LINK, AGENT_CONFIG, VSCODE] },
	},
];

module.exports = {
	forbidden: [
		{ name: 'no-cycles', severity: 'error', from: {}, to: { circular: true } },
		{
			name: 'no-cycles-between-folders',
			comment: 'Two rooms that import each other are one room.',
			severity: 'error',
			scope: 'folder',
			from: { path: '^packages/[^/]+/src/.+' },
			to: { circular: true },
		},
		{ name: 'resolvable', severity: 'error', from: {}, to: { couldNotResolve: true, pathNot: VSCODE } },
		{
			name: 'no-undeclared-packages',
			comment: 'A package that is only there because of hoisting is gone for whoever installs us.',
			severity: 'error',
			from: { path: '^packages/[^/]+/src' },
			to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'], pathNot: [VSCODE, TYPESCRIPT] },
		},
		{
			name: 'every-file-has-a-layer',
			comment: 'A source file that no rule above covers could import anything.',
			severity: 'error',
			from: { path: '^packages/[^/]+/src/', pathNot: LAYERS.map(rule => rule.from.path) },
			to: {},
		},
		...LAYERS,
		only('core-is-pure', `${CORE}/`, [ZOD], 'No vscode, no Node, no MCP SDK in the core.'),
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
		// Rules about folders need the figures of folders.
		metrics: true,
	},
};
