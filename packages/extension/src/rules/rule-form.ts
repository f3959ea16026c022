import { isAbsolute } from 'node:path';
import { EFFECTS } from '@hawser/core/contract/effects.ts';
import type { Rule } from '@hawser/core/policy/rule.ts';
import { ruleFromTexts, textsOfRule } from '@hawser/core/policy/rule-texts.ts';
import { realFolder } from '@hawser/link/folder-identity.ts';
import * as vscode from 'vscode';
import type { FormField, FormValues } from '../editor/questions/messages/form-messages.ts';
import { visibleText } from '../editor/questions/visible-text.ts';
import { effectInWords } from '../words/effect-words.ts';

/** The names are those of a rule. */
function emptyFields(): readonly Omit<FormField, 'value'>[] {
	return [
		{
			name: 'decision',
			label: vscode.l10n.t('Decision'),
			help: vscode.l10n.t('What happens with calls that fit everything below.'),
			choices: [
				{ word: 'allow', label: vscode.l10n.t('Allow: the agent goes on') },
				{ word: 'ask', label: vscode.l10n.t('Ask: you are asked each time') },
				{ word: 'deny', label: vscode.l10n.t('Deny: the agent is refused') },
			],
		},
		{
			name: 'tool',
			label: vscode.l10n.t('Tool'),
			help: vscode.l10n.t(
				'Name of a tool such as terminal_run; * stands for any characters, as in file_*. Empty: every tool.',
			),
		},
		{
			name: 'command',
			label: vscode.l10n.t('Command begins with'),
			help: vscode.l10n.t(
				'The first words of a command line, such as npm test; or a whole line, to the letter. Empty: any call.',
			),
		},
		{
			name: 'path',
			label: vscode.l10n.t('Files'),
			help: vscode.l10n.t('Glob of files in the project, such as src/** or *.md. Empty: any file.'),
		},
		{
			name: 'agent',
			label: vscode.l10n.t('Agent'),
			help: vscode.l10n.t('What the agent calls itself, such as codex*: a claim, not a boundary. Empty: every agent.'),
		},
		{
			name: 'folder',
			label: vscode.l10n.t('Folder'),
			help: vscode.l10n.t('Full path; the rule holds for projects in it. Empty: everywhere.'),
		},
		{
			name: 'until',
			label: vscode.l10n.t({ message: 'Until', comment: ['The time when a rule ends'] }),
			help: vscode.l10n.t('Date and time such as 2027-01-31 18:00, after which it no longer holds. Empty: for good.'),
		},
		{
			name: 'effect',
			label: vscode.l10n.t('Effect'),
			help: vscode.l10n.t('Only tools that do this. None chosen: whatever the tool does.'),
			several: true,
			choices: [
				...EFFECTS.map(word => ({ word, label: `${word} (${effectInWords(word)})` })),
				{ word: 'guarded', label: `guarded (${vscode.l10n.t('what makes programs run later')})` },
			],
		},
	];
}

/** The form with this rule in it. */
export function ruleFields(rule: Rule): readonly FormField[] {
	const texts = textsOfRule(rule);
	return emptyFields().map(field => {
		const value = texts[field.name] ?? '';
		const visible = visibleText(value);
		return { ...field, value, ...(visible !== value && { visible }) };
	});
}

/** The same without the decision: for a question, whose answer it is. */
export function allowingFields(rule: Rule): readonly FormField[] {
	return ruleFields(rule).filter(({ name }) => name !== 'decision');
}

/** The rule that the form says, or what is wrong with it. What the form has no field for stays as it was. */
export function readRuleForm(values: FormValues, before: Partial<Rule>): Rule | string {
	const fields = emptyFields();
	const known = Object.fromEntries(
		Object.entries(values).filter(([name]) => fields.some(field => field.name === name)),
	);
	const folder = known['folder']?.trim() ?? '';
	if (folder !== '' && !isAbsolute(folder)) {
		return vscode.l10n.t('The folder is a full path, such as the one that this window shows.');
	}
	return ruleFromTexts({ ...known, ...(folder !== '' && { folder: realFolder(folder) }) }, before);
}
