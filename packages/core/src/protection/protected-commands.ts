/**
 * Decides about a command. Only what is known to be harmless runs without a question: no list of dangerous commands can be
 * complete, because every extension brings its own, and a chain of plain ones can end in the user's settings.
 */
export type CommandUse =
	/** Looks, moves about, or changes what the window shows. */
	| { kind: 'harmless' }
	/** Changes the text that is active: as harmless as that text is. */
	| { kind: 'edits' }
	/** Saves texts: as harmless as what is unsaved. */
	| { kind: 'saves'; all: boolean }
	/** The user is asked; `rule` is what they allow by a lasting yes. */
	| { kind: 'asks'; rule: string }
	/** Stands for a decision of the user and is never run for an agent. */
	| { kind: 'refused' };

const REFUSED = /^hawser\.(accept|reject)Proposal$/;

/** Names for kinds of commands about which a user can decide once for all. What has no name is decided one by one. */
const NAMED: readonly (readonly [rule: string, pattern: RegExp])[] = [
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
		/^vscode\.(openFolder|newWindow|removeFromRecentlyOpened)$|^workbench\.action\.(closeFolder|addRootFolder|removeRootFolder|openWorkspace(?!Settings)\w*|files\.openF\w*|remote\.\w+)$/,
	],
	['terminal', /^workbench\.action\.terminal\./],
	['tasks', /^workbench\.action\.tasks\./],
	['debugger', /^(workbench\.action\.debug|debug|extension\.js-debug)\./],
	['tests', /^testing\./],
	['agents', /^(workbench\.action\.)?chat\.|^workbench\.mcp\.|^mcp\.|autoApprove/i],
	['settings', /^workbench\.action\.open\w*(Settings|Keybindings|Snippets)\w*$|^settings\.|^keybindings\./i],
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

const HARMLESS: readonly RegExp[] = [
	// Answers of language servers.
	/^vscode\.(execute\w+Provider(_\w+)?|prepare(Call|Type)Hierarchy|provide\w+)$/,
	/^(typescript|javascript)\.(reloadProjects|restartTsServer|goToProjectConfig|findAllFileReferences)$/,
	// Values for configurations. By the bare names, without a word for a place, CMake Tools runs and builds the target.
	/^python\.interpreterPath$|^cmake\.(getL|l)aunchTarget(Path|Directory|Filename|Name)$|^cmake\.(getB|b)uild(TargetName|Directory|Type)$/,
	// These change what the window shows, and where.
	/^workbench\.view\.[\w.-]+$|^workbench\.panel\.[\w.-]+\.focus$|^workbench\.actions\.view\.\w+$/,
	/^workbench\.explorer\.\w+\.focus$|^outline\.focus$/,
	/^workbench\.files\.action\.(collapseExplorerFolders|refreshFilesExplorer|showActiveFileInExplorer|focusFilesExplorer)$/,
	/^workbench\.action\.(focus\w+|navigate\w+|zoomIn|zoomOut|zoomReset|toggleZenMode|toggle\w*(Visibility|Panel|Bar|Layout|Widths?|EditorGroup))$/,
	/^workbench\.action\.(showAllEditors\w*|showAllSymbols|gotoLine|gotoSymbol|output\.toggleOutput|problems\.focus)$/,
	/^workbench\.action\.terminal\.(focus|toggleTerminal)$/,
	// Tabs. VS Code itself asks before a text that is not saved is closed.
	/^workbench\.action\.(next|previous|openNext|openPrevious|first|last)\w*Editor\w*$|^workbench\.action\.openEditorAtIndex\d*$/,
	/^workbench\.action\.(split|move|pin|unpin|keep|evenEditor|joinAll|joinTwo|maximize|minimize|increase|decrease)\w*(Editor|Group|View)\w*$/,
	/^workbench\.action\.(closeActiveEditor|closeAllEditors|closeAllGroups|closeOtherEditors|closeGroup|closeUnmodifiedEditors|closeEditors\w+|reopenClosedEditor)$/,
	/^(markdown\.showPreview(ToSide)?|references-view\.find\w+|git\.(refresh|stage|stageAll|unstage|unstageAll)|testing\.refreshTests)$/,
	// The cursor.
	/^cursor\w+$|^(editorScroll|scroll\w+|revealLine|cancelSelection|removeSecondaryCursors|expandLineSelection)$/,
	/^editor\.(fold|unfold|toggleFold|createFoldingRange|removeManualFolding|gotoParentFold|gotoNextFold|gotoPreviousFold)\w*$/,
	/^editor\.action\.(goTo|reveal|peek|show|select|smartSelect|addSelection|addCursors|insertCursor|marker|wordHighlight|jumpToBracket|trigger|fontZoom)[\w.]*$/,
	/^editor\.action\.toggle(WordWrap|Minimap|RenderWhitespace|StickyScroll)$/,
];

const EDITS: readonly RegExp[] = [
	/^editor\.action\.(format(Document|Selection)|organizeImports|fixAll|rename|reindentlines|reindentselectedlines)$/,
	/^editor\.action\.(sortLines|joinLines|transform|indent|outdent|trimTrailing|insertLine|deleteLines|copyLines|moveLines|comment|addComment|removeComment|blockComment|duplicateSelection|transpose|removeDuplicateLines|insertFinalNewLine)\w*$/,
	/^(undo|redo|tab|outdent|lineBreakInsert|deleteLeft|deleteRight|deleteAllLeft|deleteAllRight|deleteWord\w*)$/,
];

const SAVES_ONE = /^workbench\.action\.files\.(save|saveWithoutFormatting)$/;
const SAVES_ALL = /^workbench\.action\.files\.(saveAll|saveFiles|saveAllInGroup)$/;

/** One function for every way in which an agent reaches a command. */
export function useOfCommand(id: string): CommandUse {
	const matches = (pattern: RegExp) => pattern.test(id);
	if (REFUSED.test(id)) {
		return { kind: 'refused' };
	}
	if (HARMLESS.some(matches)) {
		return { kind: 'harmless' };
	}
	if (EDITS.some(matches)) {
		return { kind: 'edits' };
	}
	if (SAVES_ONE.test(id) || SAVES_ALL.test(id)) {
		return { kind: 'saves', all: SAVES_ALL.test(id) };
	}
	return { kind: 'asks', rule: NAMED.find(([, pattern]) => matches(pattern))?.[0] ?? id };
}

/** The mark by which VS Code takes an object of a message for an address, and makes one of it. */
const MARKED = '"$mid"';
const NAMED_FILE = '"$uri"';

/**
 * The same with its arguments. An address that is written out passes by the limits of the workspace: `goToLocations` would show
 * any file of the user. And what edits or saves would do so somewhere else than in the text that is active.
 */
export function useOfCall(id: string, args: readonly unknown[]): CommandUse {
	const use = useOfCommand(id);
	const written = use.kind === 'asks' || use.kind === 'refused' || args.length === 0 ? '' : JSON.stringify(args);
	const leadsAway = written.includes(MARKED) || (use.kind !== 'harmless' && written.includes(NAMED_FILE));
	return leadsAway ? { kind: 'asks', rule: `${id} elsewhere` } : use;
}

/** Which rule protects the command wherever it is run, such as `extensions`; undefined where it depends, or none does. */
export function protectionOfCommand(id: string): string | undefined {
	const use = useOfCommand(id);
	return use.kind === 'asks' ? use.rule : use.kind === 'refused' ? 'hawser' : undefined;
}

/**
 * Words by which extensions name the commands of their code actions that edit text, and words that say that more happens. The
 * extension is the user's choice and so are its names; what is not plainly an edit, such as an installation, a run or a word
 * for the user's dictionary, asks.
 */
const EDITING = new Set(
	'apply fix autofix organize organise extract inline rename refactor refactoring implement sort'.split(' '),
);
const MORE_THAN_EDITING = new Set(
	'install uninstall download run shell spawn terminal task debug test setting settings config configure configuration dictionary user trust open url http'.split(
		' ',
	),
);

/** The same for the command of a code action, whose arguments an agent does not choose. */
export function useOfActionCommand(id: string): CommandUse {
	const general = useOfCommand(id);
	const words = id
		.replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ')
		.toLowerCase()
		.split(/[^a-z0-9]+/);
	const plain = words.some(word => EDITING.has(word)) && !words.some(word => MORE_THAN_EDITING.has(word));
	const isForeign = general.kind === 'asks' && (general.rule === id || general.rule === 'internal');
	return isForeign && plain ? { kind: 'harmless' } : general;
}
