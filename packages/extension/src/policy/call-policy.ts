import { basename } from 'node:path';
import { decide, type PolicyCall, rulesThatAskAboutFiles } from '@hawser/core/policy/decide.ts';
import { MODES, type Mode, type Rule, type RuleEffect } from '@hawser/core/policy/rule.ts';
import { touchesRules } from '@hawser/core/policy/touches-rules.ts';
import type { ReviewFile } from '@hawser/core/ports/values/review.ts';
import type { CallPolicy, CallToAdmit, Waiting } from '@hawser/core/runtime/call-policy.ts';
import type { ReviewingUser } from '@hawser/core/runtime/held-review.ts';
import type { UserRulesFile } from '@hawser/link/user-rules.ts';
import type { Asking, FileRules, GuardRules } from '../editor/questions/consent.ts';
import type { UserQuestions } from '../editor/questions/question.ts';
import type { Reviews } from '../editor/review/reviews.ts';
import { createAsking, type DecidedCall } from './asking.ts';
import type { Attendance } from './attendance.ts';
import { isFolderIn, type NamedFolder, placesBelow, placesOf } from './call-places.ts';
import { createGrants } from './grants.ts';
import { nobodyThere, refusedAsGuarded, refusedByRule, refusedFile } from './refusals.ts';

export interface CallPolicyOptions {
	rulesFile: UserRulesFile;
	/** How much the agent may do; without an agent, the least that any agent may. */
	mode: (agent?: Pick<PolicyCall, 'agent' | 'version'>) => Mode;
	/** Real paths of the window's folders. */
	folders: () => readonly string[];
	/** The name of such a folder in the window; that of the folder itself unless given. */
	folderName?: (folder: string) => string;
	/** True when the shell of the terminals is one whose words our lexer knows. */
	isPosixShell: () => boolean;
	/** Digests of the scripts, tasks or configurations that the call runs. */
	digestsOf: (call: CallToAdmit) => Promise<readonly string[]>;
	questions: UserQuestions;
	/** Shows the user what a call changes. */
	reviews: Reviews;
	/** False when the user has told the editor's chat to ask about nothing. */
	chatAsks: () => boolean;
	attendance: Attendance;
	warn: (text: string) => void;
	now?: () => number;
}

/** The policy of one window, with what its other parts need of it. */
export interface WindowPolicy extends CallPolicy {
	/** For what is guarded, whichever tool does it. */
	guard: GuardRules;
	/** Throws where a rule forbids to change one of the files, whichever tool does it. */
	files: FileRules;
	/** A connection has ended: what the user allowed it until it goes ends as well. */
	ended(connection: string): void;
}

/** What is decided of a call, and by which of which rules. */
interface Found extends DecidedCall {
	/** All rules that there were, whatever they are about. */
	rules: readonly Rule[];
}

/** Asks the user's rules and mode about every call, and the user where these say so. */
export function createCallPolicy(options: CallPolicyOptions): WindowPolicy {
	const { rulesFile, folders, folderName = basename, now = Date.now } = options;
	const { nobody } = options.attendance;
	const grants = createGrants();
	const { ask, reviewer } = createAsking({ ...options, now, grants });
	let warned: string | undefined;

	return {
		admit(describe, waiting) {
			const found = decideAbout(describe, waiting.line);
			if (!found) {
				return undefined;
			}
			return found.decided.decision === 'allow' ? askAboutFiles(found, waiting) : askUnlessDecided(found, waiting);
		},
		refuse(describe) {
			const found = decideAbout(describe);
			if (found) {
				throwIfDenied(found);
			}
		},
		async foresee(describe) {
			const call = describe();
			const found = decideAbout(() => call, call.command?.line);
			const { decided } = found ? await knowingDigests(found) : { decided: undefined };
			if (decided?.decision !== 'allow') {
				return decided?.decision;
			}
			return found && rulesAboutUnnamedFiles(found).length > 0 ? 'ask' : decided.rule && 'allow';
		},
		guard(caller, files) {
			const { rules, mode } = current();
			const about = guardedCall(caller, placesIn(files, folders()));
			const decided = decide(about, rules, mode(about), now());
			const { who = 'an agent' } = caller;
			if (decided.decision === 'deny') {
				throw refusedAsGuarded(about.tool, who, decided, mode(about));
			}
			if (decided.decision === 'ask' && nobody !== undefined) {
				throw nobodyThere(about.tool, who, nobody);
			}
			return decided.decision === 'allow';
		},
		files(caller, files) {
			const forbidding = current().rules.filter(({ decision, path }) => decision === 'deny' && path !== undefined);
			if (forbidding.length > 0) {
				const { places, isKnown } = placesAndBelow(files);
				const about: PolicyCall = { ...guardedCall(caller, places), effect: 'edits' };
				const decided = decide(about, forbidding, 'guarded', now());
				if (decided.rule) {
					throw refusedFile(about.tool, caller.who ?? 'an agent', decided.rule, isKnown);
				}
			}
		},
		ended: connection => grants.end(connection),
	};

	function placesIn(names: readonly string[], places: readonly string[]): readonly string[] {
		return placesOf(names, named(places));
	}

	/** Where nobody knows what lies in a folder, it may be anything. */
	function placesAndBelow(files: readonly string[]): { places: readonly string[]; isKnown: boolean } {
		const below = placesBelow(files, named(folders()));
		return { places: [...placesIn(files, folders()), ...(below ?? ['.'])], isKnown: below !== undefined };
	}

	function named(places: readonly string[]): readonly NamedFolder[] {
		return places.map(path => ({ path, name: folderName(path) }));
	}

	/** The rules as they are now, and the mode. */
	function current(): { rules: readonly Rule[]; mode: CallPolicyOptions['mode'] } {
		const { rules, problem } = rulesFile.read();
		if (problem !== warned) {
			warned = problem;
			if (problem !== undefined) {
				options.warn(`${rulesFile.path} is not understood, so agents have to ask. ${problem}`);
			}
		}
		// Whoever has written a rule that is not understood may have meant to forbid something.
		return { rules, mode: problem === undefined ? options.mode : agent => narrower(options.mode(agent), 'ask') };
	}

	/** Undefined where nothing stands in the way, so that most calls need no description. */
	function decideAbout(describe: () => CallToAdmit, line = ''): Found | undefined {
		const { rules, mode } = current();
		const guarded = touchesRules(line);
		if (!guarded && rules.length === 0 && mode() === 'guarded') {
			return undefined;
		}
		const call = describe();
		const all = [...rules, ...grants.of(call.connection)];
		const ordinary = policyCall(
			call,
			all.some(rule => rule.path !== undefined),
		);
		const own = mode(ordinary);
		const decided = decide(ordinary, all, own, now());
		if (!guarded || decided.decision === 'deny') {
			return { call, about: ordinary, decided, rules: all, mode: own };
		}
		const about: PolicyCall = { ...ordinary, effect: 'guarded' };
		return { call, about, decided: decide(about, all, own, now()), rules: all, mode: own };
	}

	/** A rule may hold for what a script does today; only calls that would not go through otherwise are worth the look. */
	async function knowingDigests(found: Found): Promise<Found> {
		const { call, mode, decided } = found;
		const digests = decided.decision === 'deny' && decided.rule ? [] : await options.digestsOf(call);
		const about = { ...found.about, digests };
		const rules = [...current().rules, ...grants.of(call.connection)];
		return digests.length === 0 ? found : { ...found, about, decided: decide(about, rules, mode, now()) };
	}

	async function askUnlessDecided(first: Found, waiting: Waiting): Promise<ReviewingUser | undefined> {
		const found = await knowingDigests(first);
		throwIfDenied(found);
		if (found.decided.decision !== 'ask' || isAskedElsewhere(found)) {
			return undefined;
		}
		if (found.call.reviewable) {
			return reviewer(found, waiting);
		}
		await ask(found, waiting);
		return undefined;
	}

	/** A rule may ask about files that the call changes without naming them. What can be shown is looked at when it is known. */
	function askAboutFiles(found: Found, waiting: Waiting): Promise<ReviewingUser | undefined> | undefined {
		const rules = isAskedByChat(found) ? [] : rulesAboutUnnamedFiles(found);
		const [rule] = rules;
		if (!rule) {
			return undefined;
		}
		const asking: Found = { ...found, decided: { decision: 'ask', rule } };
		return found.call.reviewable
			? Promise.resolve(reviewerOfSome(asking, rules, waiting))
			: ask(asking, waiting).then(() => undefined);
	}

	/** Empty where the call names all files that it changes: about these is decided. */
	function rulesAboutUnnamedFiles({ call, about, rules }: Found): readonly Rule[] {
		const asking = rulesThatAskAboutFiles(about, rules, now());
		if (asking.length === 0 || !(call.reviewable || about.effect === 'edits')) {
			return [];
		}
		// A tool without a review, such as one for breakpoints, may change nothing but what it names, and not say so.
		const namesFiles = about.paths.length > 0 && (about.onlyThesePaths || !call.reviewable);
		return namesFiles && !about.paths.some(place => isFolderIn(place, about.folders)) ? [] : asking;
	}

	/** The user, who sees the change only if one of the rules asks about it. What cannot be shown may be anything. */
	function reviewerOfSome(found: Found, rules: readonly Rule[], waiting: Waiting): ReviewingUser {
		const user = reviewer(found, waiting);
		return {
			ask: user.ask,
			async show(files, signal) {
				const { places } = placesAndBelow(files.flatMap(({ uri, to }) => (to ? [uri, to.uri] : [uri])));
				const { decision, rule } = decide({ ...found.about, effect: 'edits', paths: places }, rules, 'guarded', now());
				if (decision === 'ask' && rule) {
					return reviewer({ ...found, decided: { decision, rule } }, waiting).show(files, signal);
				}
				return files.some(hasMore)
					? user.show(files, signal)
					: { files: files.map(({ uri, after }) => ({ uri, text: after })) };
			},
		};
	}

	/** Nobody should be asked twice: the chat of the editor asks by itself, and so does what is guarded. A rule asks all the same. */
	function isAskedElsewhere({ call, decided }: Found): boolean {
		// A review shows what is protected as well.
		return isAskedByChat({ call }) || (call.asksByItself && !call.reviewable && decided.rule === undefined);
	}

	function isAskedByChat({ call }: Pick<Found, 'call'>): boolean {
		return call.surface === 'language-model' && options.chatAsks();
	}

	/** Where links lead is looked up only if a rule speaks of paths: that asks the file system on every call. */
	function policyCall(
		{ tool, paths, onlyThesePaths, command, agent, version }: CallToAdmit,
		withPaths: boolean,
	): PolicyCall {
		const places = folders();
		return {
			tool: tool.name,
			effect: tool.effect,
			agent,
			...(version !== undefined && { version }),
			folders: places,
			paths: withPaths ? placesIn(paths, places) : [],
			onlyThesePaths,
			...(command && {
				command: { ...command, ordinaryShell: command.ordinaryShell && options.isPosixShell() },
			}),
		};
	}

	function guardedCall({ tool = '', name = '', version }: Asking, paths: readonly string[]): PolicyCall {
		const effect: RuleEffect = 'guarded';
		const of = { tool, effect, agent: name, ...(version !== undefined && { version }) };
		return { ...of, folders: folders(), paths, onlyThesePaths: true };
	}
}

/** True for a file that changes with others that are not shown, or about which the user is asked in any case. */
function hasMore({ kind, note, protectedBy }: ReviewFile): boolean {
	return protectedBy !== undefined || (kind === 'rename' && note !== undefined);
}

function narrower(one: Mode, other: Mode): Mode {
	return MODES.find(mode => mode === one || mode === other) ?? other;
}

function throwIfDenied({ call, decided, mode }: Found): void {
	if (decided.decision === 'deny') {
		throw refusedByRule(call, decided, mode);
	}
}
