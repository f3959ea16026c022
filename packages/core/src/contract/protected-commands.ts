/**
 * Commands that weaken what guards the person, install or start programs, leave the project, press keys for the person, or
 * run other commands that are named only in their arguments.
 */
const PROTECTED: readonly (readonly [rule: string, pattern: RegExp])[] = [
	['internal', /^_/],
	['hawser', /^hawser\./],
	['trust', /^workbench\.trust\.|manageTrustedDomain|trustedDomain/i],
	['extensions', /^workbench\.extensions\.|^workbench\.action\.(install|uninstall|disable|enable)\w*extension/i],
	[
		'window',
		/^workbench\.action\.(quit|closeWindow|reloadWindow|reloadWindowWithExtensionsDisabled|newWindow|restartExtensionHost)$/,
	],
	[
		'folder',
		/^vscode\.(openFolder|newWindow|removeFromRecentlyOpened)$|^workbench\.action\.(closeFolder|addRootFolder|removeRootFolder|openWorkspace\w*|files\.openF\w*|remote\.\w+)$/,
	],
	[
		'terminal',
		/^workbench\.action\.terminal\.(sendSequence|runSelectedText|runActiveFile|runRecentCommand|paste\w*|newWithProfile|newWithCwd)$/,
	],
	['tasks', /^workbench\.action\.tasks\.(manageAutomaticRunning|configureTaskRunner)$/],
	['agents', /^(workbench\.action\.)?chat\.|^workbench\.mcp\.|^mcp\.|autoApprove/i],
	['profiles and sync', /^workbench\.(profiles|userDataSync|userData)\./],
	['remote', /^(remote|code-server|vscode\.remote)[-.]|^workbench\.action\.remote\./],
	['links', /^vscode\.open$|openUrl|openExternal|^simpleBrowser\./i],
	['other commands', /^runCommands$/],
	[
		'keys',
		/^(default:)?(type|paste|replacePreviousChar|compositionType)$|^(notification|notifications|quickInput)\.|acceptSelectedQuickOpenItem/,
	],
	['runtime arguments', /^workbench\.action\.configureRuntimeArguments$/],
];

/** Which rule protects the command, such as `extensions`; undefined where none does. */
export function protectionOfCommand(id: string): string | undefined {
	return PROTECTED.find(([, pattern]) => pattern.test(id))?.[0];
}
