export type Settings = Record<string, unknown>;

/**
 * Settings that only keep the editor quiet: no telemetry, updates, welcome pages, recommendations or AI panels.
 * What changes how the editor treats a user's work (imports updated on move, saving after a refactoring, the second
 * TypeScript server, preview tabs) is left as VS Code has it, because an extension has to cope with exactly that.
 */
const QUIET: Settings = {
	'chat.disableAIFeatures': true,
	'chat.mcp.gallery.enabled': false,
	'debug.javascript.autoAttachFilter': 'disabled',
	'editor.accessibilitySupport': 'off',
	'extensions.autoCheckUpdates': false,
	'extensions.autoUpdate': 'off',
	'extensions.ignoreRecommendations': true,
	'git.autofetch': false,
	'git.confirmSync': false,
	'git.openRepositoryInParentFolders': 'never',
	'js/ts.tsserver.automaticTypeAcquisition.enabled': false,
	'json.schemaDownload.enable': false,
	'npm.fetchOnlinePackageInfo': false,
	'remote.autoForwardPorts': false,
	'telemetry.feedback.enabled': false,
	'telemetry.telemetryLevel': 'off',
	'terminal.integrated.gpuAcceleration': 'off',
	'terminal.integrated.suggest.enabled': false,
	'typescript.disableAutomaticTypeAcquisition': true,
	'typescript.surveys.enabled': false,
	'update.mode': 'none',
	'update.showReleaseNotes': false,
	'window.confirmBeforeClose': 'never',
	'workbench.enableExperiments': false,
	'workbench.secondarySideBar.defaultVisibility': 'hidden',
	'workbench.settings.enableNaturalLanguageSearch': false,
	'workbench.startupEditor': 'none',
	'workbench.tips.enabled': false,
	'workbench.welcomePage.walkthroughs.openOnInstall': false,
};

/** Settings that make a browser-based VS Code behave as on the desktop. */
const LIKE_DESKTOP: Settings = {
	// VS Code saves by itself when it runs in a browser (afterDelay); on the desktop it does not.
	'files.autoSave': 'off',
};

/** Settings without which a launch hangs now and then. */
const WITHOUT_HANGS: Settings = {
	// VS Code copies each file that it has saved, under a lock. If another program shortens the file in that moment, libuv's copy
	// goes round for ever (it waits for bytes that are gone), and no later save of the file ends.
	'workbench.localHistory.enabled': false,
};

/** User settings for a launch; what the caller gives wins, and undefined takes a quiet setting away. */
export function userSettings(overrides: Settings = {}): Settings {
	const merged = { ...QUIET, ...LIKE_DESKTOP, ...WITHOUT_HANGS, ...overrides };
	return Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== undefined));
}
