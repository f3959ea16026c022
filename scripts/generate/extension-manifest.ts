import type { Manifest } from '@hawser/core/contract/manifest.ts';
import { COMMANDS, QUESTIONS, RESTRICTED_SETTINGS, SETTINGS } from '../../packages/extension/src/settings/settings.ts';
import { MCP_PROVIDER } from '../../packages/extension/src/surfaces/language-model/names.ts';
import { languageModelTools } from './language-model-tools.ts';

/** The hand-written part of the manifest with the contributions and the version put in. */
export function extensionManifest(current: string, { version, tools }: Manifest): string {
	const manifest = JSON.parse(current) as Record<string, unknown>;
	const generated = {
		...manifest,
		version,
		capabilities: {
			untrustedWorkspaces: {
				supported: 'limited',
				description: 'Until the workspace is trusted, only tools that read may run.',
				restrictedConfigurations: RESTRICTED_SETTINGS,
			},
			virtualWorkspaces: { supported: 'limited', description: 'Tools that need files on disk are not available.' },
		},
		contributes: {
			commands: Object.entries(COMMANDS).map(([command, { title, icon }]) => ({
				command,
				title,
				category: 'Hawser',
				icon: `$(${icon})`,
			})),
			menus: menus(),
			viewsContainers: { activitybar: [QUESTIONS.container] },
			views: { [QUESTIONS.container.id]: [QUESTIONS.view] },
			configuration: { title: 'Hawser', properties: settingProperties() },
			mcpServerDefinitionProviders: [{ id: MCP_PROVIDER, label: 'Hawser' }],
			languageModelTools: languageModelTools(tools),
			// Jobs of the file bridge come and go by the second; git and the explorer need not look each time.
			configurationDefaults: {
				'files.watcherExclude': { '**/.hawser/execute/**': true, '**/.hawser/host.json': true },
			},
		},
	};
	return `${JSON.stringify(generated, null, '\t')}\n`;
}

function settingProperties(): Record<string, unknown> {
	return Object.fromEntries(
		Object.entries(SETTINGS).map(([name, { description, ...schema }]) => [
			name,
			{ ...schema, markdownDescription: description },
		]),
	);
}

/** Commands of the title bar stand first there, in the order of the table. */
function menus(): Record<string, unknown> {
	const inTitle = Object.entries(COMMANDS).flatMap(([command, facts]) =>
		'inEditorTitle' in facts ? [{ command, when: facts.inEditorTitle }] : [],
	);
	return {
		'editor/title': inTitle.map((item, index) => ({ ...item, group: `navigation@${index - 100}` })),
		commandPalette: inTitle,
	};
}
