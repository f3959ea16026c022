import { EFFECTS, type Effect } from '../contract/effects.ts';
import { isRecord, textOf } from '../data/plain-data.ts';
import { rootedGlobs } from '../text/glob.ts';

/** What a rule can speak of: the worst that a tool may do, or what is guarded whichever tool does it. */
export type RuleEffect = Effect | 'guarded';

const RULE_EFFECTS: readonly RuleEffect[] = [...EFFECTS, 'guarded'];

export type Decision = 'allow' | 'ask' | 'deny';

/** How much agents may do where no rule says otherwise. */
export type Mode = (typeof MODES)[number];

/** From the narrowest to the widest. */
export const MODES = ['read-only', 'ask', 'guarded'] as const;

/** What the user has decided about calls; every field that is given has to fit. */
export interface Rule {
	decision: Decision;
	/** An `allow` holds for what is guarded only if it says so here. */
	effect?: readonly RuleEffect[];
	/** Name of a tool, `*` for any characters. */
	tool?: string;
	/** Name of the agent as it calls itself, or name/version; `*` for any characters. A claim, not a boundary. */
	agent?: string;
	/** Absolute path; the rule holds for the project in it. */
	folder?: string;
	/** Glob of files below the folder of the project. */
	path?: string;
	/** The first words of a command line. */
	command?: readonly string[];
	/** Digest of what ran when the user allowed it; once that has changed, the rule no longer holds. */
	digest?: string;
	/** Date and time after which the rule no longer holds. */
	until?: string;
}

const DECISIONS: readonly Decision[] = ['allow', 'ask', 'deny'];
const TEXTS = ['tool', 'agent', 'folder', 'path', 'digest', 'until'] as const;
const FIELDS: ReadonlySet<string> = new Set([...TEXTS, 'decision', 'effect', 'command']);

/** The rule, or a sentence on what is wrong with it: a rule that is not understood must not be taken for another. */
export function readRule(value: unknown): Rule | string {
	if (!isRecord(value)) {
		return 'A rule is an object such as {"decision": "allow", "tool": "test_run"}.';
	}
	const unknown = Object.keys(value).find(name => !FIELDS.has(name));
	if (unknown !== undefined) {
		return `A rule has no field "${unknown}"; it has ${[...FIELDS].join(', ')}.`;
	}
	const decision = DECISIONS.find(word => word === value['decision']);
	if (!decision) {
		return `"decision" is one of ${DECISIONS.join(', ')}.`;
	}
	const wrongText = TEXTS.find(
		name => value[name] !== undefined && (typeof value[name] !== 'string' || value[name] === ''),
	);
	if (wrongText) {
		return `"${wrongText}" is a text.`;
	}
	const { effect, command, until } = value;
	const effects = effect === undefined ? undefined : (Array.isArray(effect) ? effect : [effect]).map(String);
	const known = effects?.map(word => RULE_EFFECTS.find(candidate => candidate === word));
	if (known?.some(word => word === undefined)) {
		return `"effect" is one or more of ${RULE_EFFECTS.join(', ')}.`;
	}
	if (command !== undefined && !isCommand(command)) {
		return '"command" is a list of words, such as ["npm", "test"].';
	}
	const { path } = value;
	if (value['digest'] !== undefined && decision !== 'allow') {
		return '"digest" belongs to a rule that allows: what denies or asks does so whatever runs.';
	}
	if (typeof path === 'string' && !isGlob(path)) {
		return '"path" is a glob of files below the folder, such as "src/**".';
	}
	if (until !== undefined && Number.isNaN(Date.parse(textOf(until) ?? ''))) {
		return '"until" is a date and time, such as "2027-01-31T18:00:00Z".';
	}
	return { ...value, decision, ...(known && { effect: known.filter(word => word !== undefined) }) };
}

function isGlob(text: string): boolean {
	try {
		return rootedGlobs(text).length > 0;
	} catch {
		return false;
	}
}

/** An argument may be empty, as in `node check.js ''`; a program may not. */
function isCommand(value: unknown): boolean {
	return Array.isArray(value) && value.every(word => typeof word === 'string') && (value[0] ?? '') !== '';
}
