import type { Effect } from '@hawser/core/contract/effects.ts';
import type { Decided, PolicyCall } from '@hawser/core/policy/decide.ts';
import type { Mode, Rule } from '@hawser/core/policy/rule.ts';
import type { CallToAdmit } from '@hawser/core/runtime/call-policy.ts';
import * as vscode from 'vscode';
import type { Question, QuestionPart } from '../editor/questions/question.ts';
import { ruleInWords } from '../rules/rule-words.ts';
import { effectInWords } from '../words/effect-words.ts';

export type Answer = 'once' | 'agent' | 'folder' | 'rule' | 'deny';

function allAnswers(): Record<Answer, string> {
	return {
		once: vscode.l10n.t('Allow once'),
		agent: vscode.l10n.t('Allow this agent until it goes'),
		folder: vscode.l10n.t('Always allow in this folder'),
		rule: vscode.l10n.t('Always, as a rule…'),
		deny: vscode.l10n.t('Deny'),
	};
}

/** Completes "An agent wants to …". */
function wishOf(effect: Effect): string {
	switch (effect) {
		case 'edits':
			return vscode.l10n.t('change files');
		case 'runs':
			return vscode.l10n.t('run code');
		case 'lasts':
			return vscode.l10n.t('change something that lasts');
		case 'steers':
			return vscode.l10n.t('steer what runs');
		case 'reads':
		case 'queries':
		case 'shows':
			return vscode.l10n.t('call a tool');
	}
}

/** The question about a call: all that the answer is for, and why it is asked. `rule` is what a longer answer makes. */
export function callQuestion(
	call: CallToAdmit,
	{ folders, effect }: PolicyCall,
	{ decided, mode, rule }: { decided: Decided; mode: Mode; rule: Rule },
): Question<Answer> {
	const { once, deny } = allAnswers();
	return {
		wants: wishOf(call.tool.effect),
		about: partsOf(call, rule),
		why:
			effect === 'guarded'
				? vscode.l10n.t('It may change what agents are allowed to do.')
				: decided.rule
					? vscode.l10n.t('A rule of yours asks: {0}.', ruleInWords(decided.rule))
					: vscode.l10n.t({
							message: 'Your mode is “{0}”, and this {1}. Change the mode in the menu of the status bar.',
							args: [mode, effectInWords(call.tool.effect)],
							comment: ['{1}: what a call does, as "changes files"'],
						}),
		answers: effect === 'guarded' ? { once, deny } : answersFor(call, folders),
		...(folders.length > 0 && { folder: folders.join(', ') }),
	};
}

/** Callers that cannot be told apart, such as shells, get no answer for one agent; a window without a folder none for a folder. */
function answersFor({ connection, surface }: CallToAdmit, folders: readonly string[]): Question<Answer>['answers'] {
	const { once, agent, folder, rule, deny } = allAnswers();
	return { once, ...(connection !== surface && { agent }), ...(folders.length === 1 && { folder }), rule, deny };
}

/** Everything that the answer is for. */
function partsOf({ tool, input, command }: CallToAdmit, rule: Rule): QuestionPart[] {
	const rest = Object.entries(input).filter(([, value]) => value !== undefined && value !== command?.line);
	return [
		...(command ? [{ label: vscode.l10n.t('Command'), text: command.line }] : []),
		toolPart(tool),
		...(rest.length > 0 ? [{ label: vscode.l10n.t('Arguments'), text: rest.map(showArgument).join('\n') }] : []),
		longerPart(rule),
	];
}

/** The same for a change that is shown itself. */
export function whoAndHowLong({ tool }: CallToAdmit, rule: Rule): QuestionPart[] {
	return [toolPart(tool), longerPart(rule)];
}

function toolPart({ name, title }: CallToAdmit['tool']): QuestionPart {
	return { label: vscode.l10n.t('Tool'), text: `${name} (${title})` };
}

function longerPart(rule: Rule): QuestionPart {
	return { label: vscode.l10n.t('A longer answer allows'), text: ruleInWords(rule) };
}

function showArgument([name, value]: readonly [string, unknown]): string {
	return typeof value === 'string' && value.includes('\n') ? `${name}:\n${value}` : `${name}: ${JSON.stringify(value)}`;
}
