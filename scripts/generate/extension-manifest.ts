import type { Manifest } from '@hawser/core/contract/manifest.ts';
import { CHANGES_VIEW, changeContributions } from '../../packages/extension/src/settings/change-commands.ts';
import {
	COMMANDS,
	CONTAINER,
	QUESTIONS,
	RESTRICTED_SETTINGS,
	SETTINGS,
	TYPESCRIPT_PLUGIN,
	VIEWS,
} from '../../packages/extension/src/settings/settings.ts';
import { MCP_PROVIDER } from '../../packages/extension/src/surfaces/language-model/names.ts';
import { languageModelTools } from './language-model-tools.ts';
import { createManifestTexts, type Say } from './manifest-texts.ts';
import { walkthrough } from './walkthrough.ts';

const DESCRIPTION =
	'Gives AI agents what your VS Code window knows and can do, over MCP: unsaved files, symbols, diagnostics, debugger, tests, terminals, git, databases.';

interface ExtensionManifest {
	manifest: object;
	/** What stands in package.nls.json. */
	texts: Readonly<Record<string, string>>;
}

/** The hand-written part of the manifest with the contributions and the version put in, and its texts apart. */
export function extensionManifest(current: string, { version, tools }: Manifest): ExtensionManifest {
	const written = JSON.parse(current) as Record<string, unknown>;
	const { all: texts, say } = createManifestTexts();
	const changes = changeContributions();
	const manifest = {
		...written,
		description: say('extension.description', DESCRIPTION),
		version,
		capabilities: {
			untrustedWorkspaces: {
				supported: 'limited',
				description: say(
					'extension.untrustedWorkspaces',
					'Until the workspace is trusted, only tools that read may run.',
				),
				restrictedConfigurations: RESTRICTED_SETTINGS,
			},
			virtualWorkspaces: {
				supported: 'limited',
				description: say('extension.virtualWorkspaces', 'Tools that need files on disk are not available.'),
			},
		},
		contributes: {
			commands: [
				...Object.entries(COMMANDS).map(([command, { title, icon }]) => ({
					command,
					title,
					category: 'Hawser',
					icon: `$(${icon})`,
				})),
				...changes.commands,
			].map(facts => ({ ...facts, title: say(`command.${facts.command}`, facts.title) })),
			menus: withMenus(menus(), changes.menus),
			keybindings: changes.keybindings,
			viewsContainers: {
				activitybar: [
					CONTAINER,
					{ ...QUESTIONS.container, title: say(`container.${QUESTIONS.container.id}`, QUESTIONS.container.title) },
				],
			},
			views: {
				[CONTAINER.id]: [...VIEWS.map(view => named(view, say)), changesView(say)],
				[QUESTIONS.container.id]: [named(QUESTIONS.view, say)],
			},
			viewsWelcome: changes.viewsWelcome.map(({ view, contents }) => ({
				view,
				contents: say(`view.${view}.welcome`, contents),
			})),
			walkthroughs: [walkthrough(say)],
			configuration: { title: 'Hawser', properties: settingProperties(say) },
			typescriptServerPlugins: [{ name: TYPESCRIPT_PLUGIN, enableForWorkspaceTypeScriptVersions: true }],
			mcpServerDefinitionProviders: [{ id: MCP_PROVIDER, label: 'Hawser' }],
			languageModelTools: languageModelTools(tools, say),
			// Jobs of the file bridge come and go by the second; git and the explorer need not look each time.
			configurationDefaults: {
				'files.watcherExclude': { '**/.hawser/execute/**': true, '**/.hawser/host.json': true },
			},
		},
	};
	return { manifest, texts };
}

function named<View extends { id: string; name: string }>(view: View, say: Say): View {
	return { ...view, name: say(`view.${view.id}`, view.name) };
}

function changesView(say: Say): object {
	const { id, name, icon, contextualTitle, initialSize } = CHANGES_VIEW;
	const title = say(`view.${id}.title`, contextualTitle);
	return { ...named({ id, name, icon }, say), contextualTitle: title, initialSize };
}

function withMenus(...all: Record<string, readonly unknown[]>[]): Record<string, readonly unknown[]> {
	const places = [...new Set(all.flatMap(each => Object.keys(each)))];
	return Object.fromEntries(places.map(place => [place, all.flatMap(each => each[place] ?? [])]));
}

function settingProperties(say: Say): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries(SETTINGS).map(([name, { description, ...schema }]) => {
			const key = `setting.${name}`;
			return [name, { ...describedSchema(schema, key, say), markdownDescription: say(key, description) }];
		}),
	);
}

/** The schema with its descriptions as keys, also those of properties within it. */
function describedSchema(schema: object, key: string, say: Say): object {
	return Object.fromEntries(
		Object.entries(schema).map(([keyword, value]: [string, unknown]) => {
			if (keyword === 'description' && typeof value === 'string') {
				return [keyword, say(key, value)];
			}
			const within = keyword === 'items' || keyword === 'properties' ? key : `${key}.${keyword}`;
			return [keyword, isObject(value) ? describedSchema(value, within, say) : value];
		}),
	);
}

function isObject(value: unknown): value is object {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Commands of the title bar stand first there, in the order of the table. */
function menus(): Record<string, readonly unknown[]> {
	const inTitle = Object.entries(COMMANDS).flatMap(([command, facts]) =>
		'inEditorTitle' in facts ? [{ command, when: facts.inEditorTitle }] : [],
	);
	const inMenu = Object.entries(COMMANDS).flatMap(([command, facts]) =>
		'inEditorMenu' in facts ? [{ command, when: facts.inEditorMenu, group: '1_modification@90' }] : [],
	);
	const inView = Object.entries(COMMANDS).flatMap(([command, facts]) => {
		if (!('inViewTitle' in facts)) {
			return [];
		}
		const { view, when }: { view: string; when?: string } = facts.inViewTitle;
		return [{ command, when: [`view == ${view}`, ...(when === undefined ? [] : [when])].join(' && '), own: when }];
	});
	const conditional = inView.flatMap(({ command, own }) => (own === undefined ? [] : [{ command, when: own }]));
	return {
		'editor/context': inMenu,
		'view/title': inView.map(({ command, when }, index) => ({ command, when, group: `navigation@${index}` })),
		'editor/title': inTitle.map((item, index) => ({ ...item, group: `navigation@${index - 100}` })),
		commandPalette: [...inTitle, ...conditional],
	};
}
