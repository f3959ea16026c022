import { isForWholeLine } from '@hawser/core/policy/command-rules.ts';
import type { Rule, RuleEffect } from '@hawser/core/policy/rule.ts';
import * as vscode from 'vscode';
import { effectInWords } from '../words/effect-words.ts';
import { oneOf } from '../words/lists.ts';

/** The rule in a sentence in the language of the user. Agents and the command line have `describeRule`, in English. */
export function ruleInWords({ decision, tool, effect, agent, folder, path, command, digest, until }: Rule): string {
	const parts = [
		decisionInWords(decision, tool ?? vscode.l10n.t('every tool'), effect),
		...(command ? [commandInWords(command)] : []),
		...(path === undefined ? [] : [vscode.l10n.t({ message: 'on {0}', args: [path], comment: ['{0}: files'] })]),
		...(agent === undefined ? [] : [vscode.l10n.t({ message: 'by {0}', args: [agent], comment: ['{0}: an agent'] })]),
		...(folder === undefined ? [] : [vscode.l10n.t({ message: 'in {0}', args: [folder], comment: ['{0}: a folder'] })]),
		...(digest === undefined
			? []
			: [vscode.l10n.t('as long as what it runs stays the same ({0})', digest.slice(0, 8))]),
		...(until === undefined ? [] : [vscode.l10n.t({ message: 'until {0}', args: [until], comment: ['{0}: a time'] })]),
	];
	return parts.join(', ');
}

function commandInWords(command: readonly string[]): string {
	const words = command.join(' ');
	return isForWholeLine(command)
		? vscode.l10n.t({ message: 'with the line: {0}', args: [words], comment: ['{0}: a command line'] })
		: vscode.l10n.t('with commands that begin with: {0}', words);
}

function decisionInWords(decision: Rule['decision'], tool: string, effects: Rule['effect']): string {
	const what = effects ? vscode.l10n.t('{0} that {1}', tool, eitherInWords(effects)) : tool;
	switch (decision) {
		case 'allow':
			return vscode.l10n.t('allow {0}', what);
		case 'ask':
			return vscode.l10n.t('ask {0}', what);
		case 'deny':
			return vscode.l10n.t('deny {0}', what);
	}
}

function eitherInWords(effects: readonly RuleEffect[]): string {
	return oneOf(
		effects.map(effect => (effect === 'guarded' ? vscode.l10n.t('does what is guarded') : effectInWords(effect))),
	);
}
