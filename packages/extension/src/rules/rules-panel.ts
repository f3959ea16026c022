import { basename } from 'node:path';
import { messageOf } from '@hawser/core/data/message-of.ts';
import { isRecord } from '@hawser/core/data/plain-data.ts';
import { MODES, type Mode, type Rule } from '@hawser/core/policy/rule.ts';
import { ensureHome } from '@hawser/link/home.ts';
import { type UserRulesFile, userRulesFile } from '@hawser/link/user-rules.ts';
import { createFile } from '@hawser/node/write-file-atomically.ts';
import * as vscode from 'vscode';
import { isFormValues } from '../editor/questions/messages/form-messages.ts';
import type { FromRulesPage, ToRulesPage } from '../editor/questions/messages/rules-messages.ts';
import { showPage } from '../editor/questions/page-html.ts';
import { MODE_SETTING, modeChoices, setMode } from '../settings/mode-choices.ts';
import { currentMode, realFolders, userMode } from '../settings/read-settings.ts';
import { readRuleForm, ruleFields } from './rule-form.ts';
import { indexOfKey, shownRules } from './shown-rules.ts';

const BODY = `<div id="news" role="status" aria-live="polite"></div>
	<main id="rules">
		<h1 id="heading"></h1>
		<section id="modes"></section>
		<section id="editing" hidden></section>
		<section id="list"></section>
	</main>`;

const NEW_RULE: Rule = { decision: 'allow' };

/** Opens the page on which the user sees and changes the rules and the mode. It follows the file, whoever changes it. */
export function openRulesPanel(extension: vscode.Uri, home: string): vscode.WebviewPanel {
	// A folder that is not there cannot be watched.
	ensureHome(home);
	const file = userRulesFile(home);
	const title = vscode.l10n.t('Rules for Agents');
	const panel = vscode.window.createWebviewPanel('hawser.rules', title, vscode.ViewColumn.Active, {
		// What is typed into the form survives a look at another tab.
		retainContextWhenHidden: true,
	});
	const { webview } = panel;
	const post = (message: ToRulesPage) => void webview.postMessage(message);
	const update = () => post(stateOf(file));
	const watcher = vscode.workspace.createFileSystemWatcher(
		new vscode.RelativePattern(vscode.Uri.file(home), basename(file.path)),
	);
	const listeners = [
		watcher,
		watcher.onDidChange(update),
		watcher.onDidCreate(update),
		watcher.onDidDelete(update),
		panel.onDidChangeViewState(update),
		vscode.workspace.onDidChangeWorkspaceFolders(update),
		vscode.workspace.onDidChangeConfiguration(change => {
			if (change.affectsConfiguration(MODE_SETTING)) {
				update();
			}
		}),
		webview.onDidReceiveMessage(async (message: unknown) => {
			if (isFromPage(message)) {
				const problem = await outcomeOf(message, file);
				update();
				if (problem !== undefined) {
					post({ kind: 'outcome', problem });
				}
			}
		}),
	];
	panel.onDidDispose(() => {
		vscode.Disposable.from(...listeners).dispose();
	});
	showPage(webview, extension, { title, body: BODY });
	return panel;
}

/** What is wrong with what the page asked for; empty when it is done, undefined when there is nothing to say. */
async function outcomeOf(message: FromRulesPage, file: UserRulesFile): Promise<string | undefined> {
	try {
		switch (message.kind) {
			case 'ready':
				return undefined;
			case 'openFile':
				// Where there is no file yet, an empty list to begin with.
				createFile(file.path, '{\n\t"rules": []\n}\n', 0o600);
				await vscode.window.showTextDocument(vscode.Uri.file(file.path));
				return undefined;
			case 'mode':
				await changeMode(message.mode);
				return undefined;
			case 'save':
				await file.change(rules => saved(rules, message));
				return '';
			case 'delete':
				await file.change(rules => rules.filter((_, index) => index !== placeOf(rules, message.key)));
				return '';
		}
	} catch (cause) {
		return messageOf(cause);
	}
}

async function changeMode(word: string): Promise<void> {
	const mode = MODES.find(candidate => candidate === word);
	if (mode) {
		await setMode(mode);
	}
}

function saved(rules: readonly Rule[], { key, values }: FromRulesPage & { kind: 'save' }): readonly Rule[] {
	const index = key === undefined ? rules.length : placeOf(rules, key);
	const rule = readRuleForm(values, rules[index] ?? {});
	if (typeof rule === 'string') {
		throw new Error(rule);
	}
	return [...rules.slice(0, index), rule, ...rules.slice(index + 1)];
}

function placeOf(rules: readonly Rule[], key: string): number {
	const index = indexOfKey(rules, key);
	if (index === undefined) {
		throw new Error(vscode.l10n.t('This rule has been changed or deleted meanwhile. Look at the list, and try again.'));
	}
	return index;
}

function stateOf(file: UserRulesFile): ToRulesPage {
	const { rules, problem = '' } = file.read();
	const chosen = userMode();
	return {
		kind: 'state',
		file: file.path,
		problem,
		modes: modeChoices().map(({ mode, label, detail }) => ({ mode, label, detail, chosen: mode === chosen })),
		modeNote: narrowedNote(chosen, currentMode()),
		rules: shownRules(rules, realFolders(), Date.now()),
		empty: ruleFields(NEW_RULE),
	};
}

function narrowedNote(chosen: Mode, current: Mode): string {
	const narrower = modeChoices().find(({ mode }) => mode === current && mode !== chosen);
	return narrower ? vscode.l10n.t('The settings of this workspace narrow it to “{0}” here.', narrower.label) : '';
}

function isFromPage(message: unknown): message is FromRulesPage {
	if (!isRecord(message)) {
		return false;
	}
	const { kind, mode, key, values } = message;
	switch (kind) {
		case 'ready':
		case 'openFile':
			return true;
		case 'mode':
			return typeof mode === 'string';
		case 'save':
			return (key === undefined || typeof key === 'string') && isFormValues(values);
		case 'delete':
			return typeof key === 'string';
		default:
			return false;
	}
}
