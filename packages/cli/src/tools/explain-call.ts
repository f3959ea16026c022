import { describeEffect, type Effect } from '@hawser/core/contract/effects.ts';
import type { PublishedTool } from '@hawser/core/contract/manifest.ts';
import { textOf } from '@hawser/core/data/plain-data.ts';
import { understandInput } from '@hawser/core/input/understand-input.ts';
import { asksByItself } from '@hawser/core/policy/asks-by-itself.ts';
import { callFacts } from '@hawser/core/policy/call-facts.ts';
import { decide, type PolicyCall } from '@hawser/core/policy/decide.ts';
import { type Decision, MODES, type Mode } from '@hawser/core/policy/rule.ts';
import { describeRule } from '@hawser/core/policy/suggest-rule.ts';
import { touchesRules } from '@hawser/core/policy/touches-rules.ts';
import { RULES_VARIABLE } from '@hawser/link/environment-rules.ts';
import { scriptDigests } from '@hawser/link/script-digests.ts';
import type { UserRules } from '@hawser/link/user-rules.ts';

export interface Explanation {
	tool: string;
	effect: Effect;
	/** What happens in each mode; the same in all of them where a rule decides. */
	modes: Record<Mode, Outcome>;
	/** The window asks in any case, because of what the arguments name. */
	guarded: boolean;
}

interface Outcome {
	decision: Decision;
	/** Number of the rule that decides; none where the mode does. */
	rule?: number;
	/** Where the rule stands, if not in the user's file. */
	from?: typeof RULES_VARIABLE;
}

/** The call whose fate is asked for. */
export interface SupposedCall {
	tool: PublishedTool;
	/** The arguments as they were written on a command line. */
	input: Readonly<Record<string, string>>;
	agent: string;
	/** Real path of the project. */
	folder: string;
}

/** What would become of a call. Nothing is called, and no window is asked. */
export async function explainCall(
	{ tool, input: words, agent, folder }: SupposedCall,
	{ rules, fromEnvironment = 0 }: UserRules,
): Promise<Explanation> {
	const [name = '', version] = agent.split('/');
	const input = understandInput(words, { ...tool.inputSchema, additionalProperties: false }) ?? words;
	const facts = callFacts(tool, input);
	const line = facts.command?.line;
	const guarded = asksByItself(tool.asksUser, input) || (line !== undefined && touchesRules(line));
	const cwd = textOf(input[tool.commandLine?.folder ?? '']) ?? folder;
	const call: PolicyCall = {
		tool: tool.name,
		effect: tool.effect,
		agent: name,
		...(version !== undefined && { version }),
		folders: [folder],
		...facts,
		...(line !== undefined && { digests: await scriptDigests(line, { cwd, folder }) }),
	};
	const inMode = (mode: Mode) => {
		const decided = decide(call, rules, mode, Date.now());
		const isGuarded = guarded && decided.decision !== 'deny';
		const { decision, rule } = isGuarded ? decide({ ...call, effect: 'guarded' }, rules, mode, Date.now()) : decided;
		return { decision, ...(rule && placeOf(rules.indexOf(rule), fromEnvironment)) };
	};
	const [first, second, third] = MODES;
	return {
		tool: tool.name,
		effect: tool.effect,
		modes: { [first]: inMode(first), [second]: inMode(second), [third]: inMode(third) },
		guarded,
	};
}

/** Numbers as `hawser rules` has them, which counts no rule that it cannot remove. */
function placeOf(index: number, fromEnvironment: number): Pick<Outcome, 'rule' | 'from'> {
	return index < fromEnvironment ? { rule: index + 1, from: RULES_VARIABLE } : { rule: index - fromEnvironment + 1 };
}

const OUTCOMES: Record<Decision, string> = { allow: 'goes on', ask: 'asks you', deny: 'is refused' };

/** The same in sentences. */
export function tellExplanation({ tool, modes, guarded, effect }: Explanation, known: UserRules): string {
	const lines = MODES.map(
		mode => `In the mode "${mode}" it ${OUTCOMES[modes[mode].decision]}, by ${decider(modes[mode], known)}.`,
	);
	const intro = `${tool} ${describeEffect(effect)}.`;
	const note = guarded
		? ['What it names is guarded: only a rule with effect=guarded lets it go on without a question.']
		: [];
	return [intro, ...lines, ...note].join('\n');
}

function decider({ rule: number, from }: Outcome, { rules, fromEnvironment = 0 }: UserRules): string {
	if (number === undefined) {
		return 'the mode';
	}
	const rule = rules[from === undefined ? fromEnvironment + number - 1 : number - 1] ?? { decision: 'ask' };
	return `rule ${number}${from === undefined ? '' : ` of ${from}`}: ${describeRule(rule)}`;
}
