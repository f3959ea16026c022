import { isHarmless } from '../contract/effects.ts';
import { globMatcher, rootedGlobs } from '../text/glob.ts';
import { allowsCommand, type CommandLine, isWholeLine, mentionsCommand } from './command-rules.ts';
import { plainCommands } from './plain-commands.ts';
import type { Decision, Mode, Rule, RuleEffect } from './rule.ts';

/** All of a call that rules can speak of. */
export interface PolicyCall {
	tool: string;
	effect: RuleEffect;
	/** Name that the agent gives itself. */
	agent: string;
	version?: string;
	/** Real paths of the folders of the window. */
	folders: readonly string[];
	/** Files that the arguments name, from the folder. */
	paths: readonly string[];
	/** False when the call may change other files than these. */
	onlyThesePaths: boolean;
	command?: CommandLine;
	/** Digests of the scripts, tasks or configurations that the call runs, where they are known. */
	digests?: readonly string[];
}

export interface Decided {
	decision: Decision;
	/** The rule that decided; undefined when the mode did. */
	rule?: Rule;
}

/**
 * A rule that denies wins over one that asks, that over one that allows, and every rule over the mode; how specific a rule is does not
 * matter. What would widen has to be proven, what narrows is matched loosely. What is guarded yields only to a rule that names it.
 */
export function decide(call: PolicyCall, rules: readonly Rule[], mode: Mode, now: number): Decided {
	const holding = rules.filter(rule => isAbout(rule, call, now));
	if (holding.length === 0) {
		return { decision: byMode(mode, call.effect) };
	}
	for (const decision of ['deny', 'ask'] as const) {
		const rule = holding.find(candidate => candidate.decision === decision && mayConcern(candidate, call));
		if (rule) {
			return { decision, rule };
		}
	}
	const allowing = holding.filter(({ decision }) => decision === 'allow');
	const rule = allowing.find(candidate => certainlyCovers(candidate, call)) ?? ruleForEveryCommand(allowing, call);
	return rule ? { decision: 'allow', rule } : { decision: byMode(mode, call.effect) };
}

/** The rules that ask about files at some places, for a call of which it is not known beforehand which files it changes. */
export function rulesThatAskAboutFiles(call: PolicyCall, rules: readonly Rule[], now: number): readonly Rule[] {
	return rules.filter(
		rule =>
			rule.decision === 'ask' &&
			rule.path !== undefined &&
			rule.command === undefined &&
			isAbout(rule, { ...call, effect: 'edits' }, now),
	);
}

function byMode(mode: Mode, effect: RuleEffect): Decision {
	if (effect === 'guarded') {
		return mode === 'read-only' ? 'deny' : 'ask';
	}
	if (mode === 'guarded' || isHarmless(effect)) {
		return 'allow';
	}
	if (mode === 'read-only') {
		return 'deny';
	}
	// Whoever was asked about the start of a program is not asked about each of its steps.
	return effect === 'steers' ? 'allow' : 'ask';
}

function isAbout(rule: Rule, call: PolicyCall, now: number): boolean {
	const { decision, effect, tool, agent, digest } = rule;
	return (
		(effect === undefined ? decision !== 'allow' || call.effect !== 'guarded' : effect.includes(call.effect)) &&
		(tool === undefined || matchesName(tool, call.tool)) &&
		(agent === undefined || isAgent(agent, call)) &&
		(digest === undefined || digest === digestOfAll(call)) &&
		isInForce(rule, call.folders, now)
	);
}

/** All that a call runs, be it one script or several; undefined where nothing of it is known. */
export function digestOfAll({ digests = [] }: Pick<PolicyCall, 'digests'>): string | undefined {
	return digests.length === 0 ? undefined : digests.join('+');
}

/** True when the rule holds now in a window with these folders, for whatever calls it is about. */
export function isInForce({ decision, folder, until }: Rule, folders: readonly string[], now: number): boolean {
	return (
		(until === undefined || now < Date.parse(until)) &&
		(folder === undefined || isForFolders(decision, folder, folders))
	);
}

function mayConcern({ path, command }: Rule, call: PolicyCall): boolean {
	if (command !== undefined && !(call.command && mentionsCommand(command, call.command))) {
		return false;
	}
	return path === undefined || call.paths.some(named => matcherOf(path)(named) || isAbove(named, path));
}

/** What is done to a folder is done to everything in it. */
function isAbove(named: string, glob: string): boolean {
	const literal = glob.replace(/^\//, '').split(/[*?[{]/)[0] ?? '';
	return named === '' || named === '.' || literal === `${named}/` || literal.startsWith(`${named}/`);
}

/** What a rule about commands allows is looked at with all such rules together. */
function certainlyCovers({ path, command }: Rule, { paths, onlyThesePaths }: PolicyCall): boolean {
	if (command !== undefined) {
		return false;
	}
	return path === undefined || (onlyThesePaths && paths.length > 0 && paths.every(matcherOf(path)));
}

/** One line may have several commands, each allowed by another rule. */
function ruleForEveryCommand(allowing: readonly Rule[], call: PolicyCall): Rule | undefined {
	const { command, effect } = call;
	const rules = allowing.filter(
		rule => rule.command !== undefined && rule.path === undefined && isAsItStood(rule, call),
	);
	if (
		!command ||
		effect !== 'runs' ||
		!allowsCommand(
			rules.map(rule => rule.command ?? []),
			command,
		)
	) {
		return undefined;
	}
	return rules.find(rule => mentionsCommand(rule.command ?? [], command)) ?? rules[0];
}

/**
 * A digest was taken of one command in one folder: with other words, or beside other commands, another script may run. That of a whole
 * line is of all its scripts.
 */
function isAsItStood({ command: words = [], digest }: Rule, call: PolicyCall): boolean {
	const { command } = call;
	if (digest === undefined) {
		return true;
	}
	if (command && isWholeLine(words, command)) {
		return digest === digestOfAll(call);
	}
	const commands = command?.ordinaryShell === true ? plainCommands(command.line) : undefined;
	const [only = []] = commands ?? [];
	return commands?.length === 1 && only.length === words.length && words.every((word, index) => only[index] === word);
}

/** `claude-code*` is any version of it, `claude-code/2.*` some. */
export function isAgent(pattern: string, { agent, version = '' }: Pick<PolicyCall, 'agent' | 'version'>): boolean {
	return [agent, `${agent}/${version}`].some(name => matchesName(pattern.toLowerCase(), name.toLowerCase()));
}

/** To compile a glob takes longer than all the rest of a decision, and the user's rules change seldom. */
const matchers = new Map<string, (path: string) => boolean>();
const MAX_MATCHERS = 1000;

function matcherOf(glob: string): (path: string) => boolean {
	const known = matchers.get(glob);
	if (known) {
		return known;
	}
	if (matchers.size >= MAX_MATCHERS) {
		matchers.clear();
	}
	const matcher = globMatcher(rootedGlobs(glob));
	matchers.set(glob, matcher);
	return matcher;
}

/** Linear in both: the parts between the stars are looked for from left to right. */
function matchesName(pattern: string, name: string): boolean {
	const star = pattern.indexOf('*');
	// Most rules are about other tools, and every call asks all of them.
	if (star === -1 || !name.startsWith(pattern.slice(0, star))) {
		return pattern === name;
	}
	const [first = '', ...parts] = pattern.split('*');
	const last = parts.pop() ?? '';
	if (!name.endsWith(last) || name.length < first.length + last.length) {
		return false;
	}
	let at = first.length;
	for (const part of parts) {
		const found = name.indexOf(part, at);
		if (found === -1) {
			return false;
		}
		at = found + part.length;
	}
	return at <= name.length - last.length;
}

/** In a window with several folders, what allows has to be meant for all of them, and what narrows for one. */
function isForFolders(decision: Decision, above: string, folders: readonly string[]): boolean {
	const place = comparable(above);
	const isBelow = (folder: string) =>
		comparable(folder) === place || comparable(folder).startsWith(place.endsWith('/') ? place : `${place}/`);
	return decision === 'allow' ? folders.length > 0 && folders.every(isBelow) : folders.some(isBelow);
}

/** Windows has two signs between folders, and does not tell capitals apart. */
function comparable(folder: string): string {
	return /^(?:[a-z]:|\\\\)/i.test(folder) ? folder.replaceAll('\\', '/').toLowerCase() : folder;
}
