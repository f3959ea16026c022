import { describe, expect, test } from 'vitest';
import {
	protectionOfCommand,
	useOfActionCommand,
	useOfCall,
	useOfCommand,
} from '../../src/protection/protected-commands.ts';

describe('what an agent does without a question', () => {
	test.each([
		'vscode.executeHoverProvider',
		'vscode.executeDocumentRenameProvider',
		'vscode.prepareCallHierarchy',
		'typescript.restartTsServer',
		'cmake.launchTargetPath',
		'cmake.getLaunchTargetDirectory',
		'cmake.buildDirectory',
		'cmake.buildType',
		'workbench.view.explorer',
		'workbench.view.testing.focus',
		'workbench.action.toggleSidebarVisibility',
		'workbench.action.focusActiveEditorGroup',
		'workbench.action.navigateBack',
		'workbench.action.gotoLine',
		'workbench.action.closeAllEditors',
		'workbench.action.nextEditor',
		'workbench.action.splitEditorRight',
		'workbench.action.terminal.toggleTerminal',
		'git.stageAll',
		'git.refresh',
		'cursorMove',
		'editor.foldAll',
		'editor.action.goToDeclaration',
		'editor.action.showReferences',
		'editor.action.toggleWordWrap',
	])('%s', id => {
		expect(useOfCommand(id)).toEqual({ kind: 'harmless' });
	});

	test.each([
		'editor.action.formatDocument',
		'editor.action.organizeImports',
		'editor.action.commentLine',
		'editor.action.sortLinesAscending',
		'editor.action.indentLines',
		'undo',
		'deleteWordLeft',
	])('%s, as far as the active text is not protected', id => {
		expect(useOfCommand(id)).toEqual({ kind: 'edits' });
	});

	test.each([
		['workbench.action.files.save', false],
		['workbench.action.files.saveAll', true],
	])('%s, as far as nothing protected is saved', (id, all) => {
		expect(useOfCommand(id)).toEqual({ kind: 'saves', all });
	});
});

describe('what only the user decides', () => {
	test.each([
		// Links of chains that end in the user's settings.
		['workbench.action.openSettingsJson', 'settings'],
		['workbench.action.openGlobalKeybindingsFile', 'settings'],
		['workbench.action.openWorkspaceSettingsFile', 'settings'],
		['settings.action.editFocusedSetting', 'settings'],
		['editor.action.insertSnippet', 'editor.action.insertSnippet'],
		['editor.action.clipboardPasteAction', 'editor.action.clipboardPasteAction'],
		['editor.action.codeAction', 'editor.action.codeAction'],
		['editor.action.quickFix', 'editor.action.quickFix'],
		['type', 'keys'],
		['default:type', 'keys'],
		['list.select', 'list.select'],
		['workbench.action.acceptSelectedQuickOpenItem', 'keys'],
		['acceptSelectedSuggestion', 'acceptSelectedSuggestion'],
		['workbench.action.quickOpen', 'workbench.action.quickOpen'],
		['workbench.action.files.saveAs', 'workbench.action.files.saveAs'],
		['workbench.action.files.revert', 'workbench.action.files.revert'],
		// Commands that run others.
		['runCommands', 'other commands'],
		['workbench.action.tasks.runTask', 'tasks'],
		['workbench.action.tasks.build', 'tasks'],
		['workbench.action.debug.start', 'debugger'],
		['debug.startFromConfig', 'debugger'],
		['testing.runAll', 'tests'],
		['workbench.action.terminal.sendSequence', 'terminal'],
		['workbench.action.terminal.runSelectedText', 'terminal'],
		['workbench.action.terminal.newWithProfile', 'terminal'],
		['notebook.execute', 'notebook.execute'],
		['cmake.launchTarget', 'cmake.launchTarget'],
		['cmake.buildTarget', 'cmake.buildTarget'],
		['setContext', 'setContext'],
		['vscode.open', 'links'],
		['vscode.openFolder', 'folder'],
		['vscode.openWith', 'vscode.openWith'],
		['workbench.extensions.installExtension', 'extensions'],
		['workbench.extensions.action.installVSIX', 'extensions'],
		['workbench.trust.manage', 'trust'],
		['git.clone', 'git.clone'],
		['git.push', 'git.push'],
		['_workbench.open', 'internal'],
		['hawser.showMenu', 'hawser'],
		['hawser.allowFileBridge', 'hawser'],
		['an.extension.nobody.knows', 'an.extension.nobody.knows'],
		['', ''],
		// Names that only look like harmless ones.
		['editor.action.formatDocument\nrunCommands', 'editor.action.formatDocument\nrunCommands'],
		['xvscode.executeHoverProvider', 'xvscode.executeHoverProvider'],
		['VSCODE.executeHoverProvider', 'VSCODE.executeHoverProvider'],
	])('%j', (id, rule) => {
		expect(useOfCommand(id)).toEqual({ kind: 'asks', rule });
		expect(protectionOfCommand(id)).toBe(rule);
	});

	test.each(['hawser.acceptProposal', 'hawser.rejectProposal'])('%s is not even asked about', id => {
		expect(useOfCommand(id)).toEqual({ kind: 'refused' });
		expect(useOfActionCommand(id)).toEqual({ kind: 'refused' });
	});
});

describe('commands of code actions', () => {
	test.each([
		'_typescript.applyCodeActionCommand',
		'_typescript.applyRefactoring',
		'_typescript.applyFixAllCodeAction',
		'eslint.applySingleFix',
		'eslint.executeAutofix',
		'ruff.executeOrganizeImports',
		'java.apply.workspaceEdit',
		'rust-analyzer.applySnippetWorkspaceEdit',
		'gopls.apply_fix',
	])('%s edits, and that is what the agent asked for', id => {
		expect(useOfActionCommand(id)).toEqual({ kind: 'harmless' });
	});

	test.each([
		'cSpell.addWordToUserDictionary',
		'eslint.openRuleDoc',
		'npm.installDependency',
		'shop.applyAndRun',
		'rust-analyzer.runSingle',
		'java.debug.fixLaunch',
		'workbench.extensions.installExtension',
		'workbench.action.terminal.sendSequence',
		'runCommands',
		'vscode.open',
	])('%s does more, and is asked about', id => {
		expect(useOfActionCommand(id).kind).toBe('asks');
	});
});

describe('a harmless command asks', () => {
	const elsewhere = { $mid: 1, scheme: 'file', path: '/home/ada/.ssh/id_ed25519' };
	test.each([
		['editor.action.goToLocations', [elsewhere, { lineNumber: 1, column: 1 }, [], 'goto', '']],
		['editor.action.peekLocations', [{ $uri: 'a.ts' }, {}, [{ uri: elsewhere, range: {} }]]],
		['markdown.showPreview', [elsewhere]],
		['workbench.action.files.save', [{ $uri: '.vscode/settings.json' }]],
		['editor.action.rename', [[elsewhere, { lineNumber: 1, column: 1 }]]],
	])('when its arguments lead elsewhere: %s', (id, args) => {
		expect(useOfCall(id, args)).toEqual({ kind: 'asks', rule: `${id} elsewhere` });
	});

	test.each([
		['vscode.executeHoverProvider', [{ $uri: 'a.ts' }, { line: 1, character: 1 }], 'harmless'],
		['git.stage', [{ $uri: 'a.ts' }], 'harmless'],
		['cursorMove', [{ to: 'right', by: 'character', value: 3, note: '"$mid"' }], 'harmless'],
		['editor.action.formatDocument', [], 'edits'],
	])('and not when they do not: %s', (id, args, kind) => {
		expect(useOfCall(id, args)).toMatchObject({ kind });
	});
});
