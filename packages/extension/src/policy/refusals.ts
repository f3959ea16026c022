import { describeEffect } from '@hawser/core/contract/effects.ts';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { Decided } from '@hawser/core/policy/decide.ts';
import type { Mode, Rule } from '@hawser/core/policy/rule.ts';
import { describeRule } from '@hawser/core/policy/suggest-rule.ts';
import type { CallToAdmit } from '@hawser/core/runtime/call-policy.ts';
import { DO_THE_REST } from '../editor/questions/denied.ts';

export function refusedByRule(
	{ tool, who }: Pick<CallToAdmit, 'tool' | 'who'>,
	{ rule }: Decided,
	mode: Mode,
): ToolError {
	const why = rule ? `a rule of the user says: ${describeRule(rule)}` : `the user's mode is "${mode}"`;
	return new ToolError('E_DENIED', `${tool.name} ${describeEffect(tool.effect)}, and ${why}.`, {
		hint: rule
			? 'Do without it, also by other tools, or tell the user which rule stands in the way; they can change it with "hawser rules".'
			: 'Do what can be done by reading, and tell the user what you would change.',
		details: { by: 'rule', answered: false, ...(rule ? { rule: describeRule(rule) } : { mode }), agent: who },
	});
}

/** The error for a call that would change a file which a rule forbids to change. `isKnown` is false where it may only do so. */
export function refusedFile(tool: string, who: string, rule: Rule, isKnown = true): ToolError {
	const change = isKnown
		? 'would change a file'
		: 'would change a folder that cannot be looked through, because it holds too much or must not be read';
	return new ToolError('E_DENIED', `${tool} ${change}, and a rule of the user says: ${describeRule(rule)}.`, {
		hint: isKnown
			? 'Leave that file as it is, or tell the user which rule stands in the way; they can change it with "hawser rules".'
			: 'Name smaller folders in it, one call for each, or tell the user which rule stands in the way; they can change it with "hawser rules".',
		details: { by: 'rule', rule: describeRule(rule), agent: who },
	});
}

/** What is guarded has no tool of its own to name. */
export function refusedAsGuarded(tool: string, who: string, { rule }: Decided, mode: Mode): ToolError {
	const why = rule ? `a rule of the user says: ${describeRule(rule)}` : `the user's mode is "${mode}"`;
	return new ToolError('E_DENIED', `This call of ${tool} does what is guarded, and ${why}.`, {
		hint: `Do not try it another way. ${DO_THE_REST}`,
		details: { by: 'rule', answered: false, ...(rule ? { rule: describeRule(rule) } : { mode }), agent: who },
	});
}

/** Told at once, instead of after a wait for an answer that cannot come. */
export function nobodyThere(tool: string, who: string, why: string): ToolError {
	return new ToolError('E_DENIED', `This call of ${tool} needs an answer of the user, and ${why}.`, {
		hint: `${DO_THE_REST} It can be allowed beforehand: with "hawser rules add", or with HAWSER_RULES in the environment that starts the editor.`,
		details: { by: 'nobody', answered: false, agent: who },
	});
}
