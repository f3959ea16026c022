import { createHash } from 'node:crypto';
import { isInForce } from '@hawser/core/policy/decide.ts';
import type { Rule } from '@hawser/core/policy/rule.ts';
import * as vscode from 'vscode';
import type { ShownRule } from '../editor/questions/messages/rules-messages.ts';
import { visibleText } from '../editor/questions/visible-text.ts';
import { ruleFields } from './rule-form.ts';
import { ruleInWords } from './rule-words.ts';

/** The rules as a page shows them; some may have been suggested for what an agent wrote, so every character can be seen. */
export function shownRules(rules: readonly Rule[], folders: readonly string[], now: number): readonly ShownRule[] {
	return rules.map((rule, index) => ({
		key: keyOf(rule, index),
		decision: rule.decision,
		text: visibleText(ruleInWords(rule)),
		whyNot: whyNot(rule, folders, now),
		fields: ruleFields(rule),
	}));
}

/** The place in the list and what stood there: a rule that was changed meanwhile is not the one that the user saw. */
export function indexOfKey(rules: readonly Rule[], key: string): number | undefined {
	const found = rules.findIndex((rule, index) => keyOf(rule, index) === key);
	return found === -1 ? undefined : found;
}

function keyOf(rule: Rule, index: number): string {
	return `${index} ${createHash('sha256').update(JSON.stringify(rule)).digest('hex')}`;
}

function whyNot(rule: Rule, folders: readonly string[], now: number): string {
	if (isInForce(rule, folders, now)) {
		return '';
	}
	const everywhere = { decision: rule.decision, ...(rule.until !== undefined && { until: rule.until }) };
	return isInForce(everywhere, folders, now)
		? vscode.l10n.t('Does not hold in this window, which has another folder')
		: vscode.l10n.t('Its time is over');
}
