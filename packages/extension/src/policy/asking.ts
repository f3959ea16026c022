import { messageOf } from '@hawser/core/data/message-of.ts';
import type { Decided, PolicyCall } from '@hawser/core/policy/decide.ts';
import type { Mode, Rule } from '@hawser/core/policy/rule.ts';
import { suggestRule } from '@hawser/core/policy/suggest-rule.ts';
import type { ReviewFile } from '@hawser/core/ports/values/review.ts';
import type { CallToAdmit, Waiting } from '@hawser/core/runtime/call-policy.ts';
import type { ReviewingUser } from '@hawser/core/runtime/held-review.ts';
import type { UserRulesFile } from '@hawser/link/user-rules.ts';
import * as vscode from 'vscode';
import { refusedByUser, unanswered } from '../editor/questions/denied.ts';
import { askerOf, createLastingQuestions, type Given } from '../editor/questions/lasting-questions.ts';
import { createLateGrants } from '../editor/questions/late-grants.ts';
import { patienceOf, showSignsOfLife } from '../editor/questions/patience.ts';
import type { QuestionForm, UserQuestions } from '../editor/questions/question.ts';
import type { Reviews } from '../editor/review/reviews.ts';
import { allowingFields, readRuleForm } from '../rules/rule-form.ts';
import type { Attendance } from './attendance.ts';
import { type Answer, callQuestion, whoAndHowLong } from './call-question.ts';
import type { Grants } from './grants.ts';
import { nobodyThere } from './refusals.ts';

/** A call, and what rules and mode say of it. */
export interface DecidedCall {
	call: CallToAdmit;
	about: PolicyCall;
	decided: Decided;
	mode: Mode;
}

/** Reaches the user about calls of which rules or mode say that they are asked. */
interface CallAsking {
	/** Asks about the arguments of the call; E_DENIED when the answer is not yes. */
	ask(found: DecidedCall, waiting: Waiting): Promise<void>;
	/** The user, who sees what the call changes; only where that cannot be shown, they are asked about its arguments. */
	reviewer(found: DecidedCall, waiting: Waiting): ReviewingUser;
}

interface AskingOptions {
	questions: UserQuestions;
	reviews: Reviews;
	attendance: Attendance;
	rulesFile: UserRulesFile;
	/** Takes what is allowed until the agent goes. */
	grants: Grants;
	warn: (text: string) => void;
	now: () => number;
}

/** What a longer yes makes. */
interface LongerYes {
	rule: Rule;
	/** The rule as the user has edited it; only the call whose form they were shown knows it. */
	edited: Rule | undefined;
}

/** Keeps what the user answers for longer, as a grant or as a rule. */
export function createAsking({
	questions,
	reviews,
	attendance,
	rulesFile,
	grants,
	warn,
	now,
}: AskingOptions): CallAsking {
	const { nobody, untilGone } = attendance;
	const asked = createLastingQuestions<Answer>(questions);
	const late = createLateGrants(now);

	return {
		ask,
		reviewer: (found, waiting) => ({
			show: (files, signal) => review(found, files, { ...waiting, signal }),
			ask: signal => ask(found, { ...waiting, signal }),
		}),
	};

	async function review(
		{ call, about, decided, mode }: DecidedCall,
		files: readonly ReviewFile[],
		{ signal, progress }: Waiting,
	) {
		requireSomebody(call);
		const rule = suggestRule(about);
		const { form, edited } = formOf(rule, about.folders);
		const { why, answers, folder } = callQuestion(call, about, { decided, mode, rule });
		const startedAt = now();
		const endSigns = showSignsOfLife(progress && (() => progress({ message: 'Waiting for the user to look at it' })));
		try {
			const verdict = await reviews.review<Answer>(
				{
					...{ files, why, form, asker: [call.who] },
					about: whoAndHowLong(call, rule),
					answers: { ...answers, once: vscode.l10n.t('Apply') },
					...{ accept: 'once', reject: 'deny' },
					...(folder !== undefined && { folder }),
				},
				{ milliseconds: patienceOf({ name: call.agent, surface: call.surface }), signal },
			);
			const { answer, says } = verdict;
			await take(
				answer && { key: answer, ...(says !== undefined && { says }) },
				{ call, about, startedAt, stays: false },
				{ rule, edited: edited() },
			);
			return verdict;
		} finally {
			endSigns();
		}
	}

	/** Keeps an answer that holds longer; throws where it is not yes. */
	async function take(
		given: Given<Answer> | undefined,
		{ call, about, startedAt, stays }: Pick<DecidedCall, 'call' | 'about'> & { startedAt: number; stays: boolean },
		longer: LongerYes,
	): Promise<void> {
		if (given === undefined) {
			throw unanswered(` whether ${call.tool.name} is allowed`, {
				...{ waited: now() - startedAt, mayRepeat: stays, details: { agent: call.who } },
			});
		}
		if (given.key === 'deny') {
			throw refusedByUser(call.tool.name, given.says, { agent: call.who });
		}
		await remember(given, longer, call, about);
	}

	function requireSomebody(call: CallToAdmit): void {
		if (nobody !== undefined) {
			throw nobodyThere(call.tool.name, call.who, nobody);
		}
	}

	async function ask({ call, about, decided, mode }: DecidedCall, { signal, progress }: Waiting): Promise<void> {
		const rule = suggestRule(about);
		const topic = JSON.stringify([call.tool.name, call.input, rule, about.folders]);
		const asker = askerOf(call.connection, call.who);
		if (late.take(asker.id, topic)) {
			return;
		}
		requireSomebody(call);
		const hopeless = untilGone?.();
		const milliseconds = patienceOf({ name: call.agent, surface: call.surface });
		const startedAt = now();
		const { form, edited } = formOf(rule, about.folders);
		const endSigns = showSignsOfLife(progress && (() => progress({ message: 'Waiting for the user to allow it' })));
		try {
			const given = await asked.ask(
				{
					...callQuestion(call, about, { decided, mode, rule }),
					form,
					topic: JSON.stringify([topic, call.connection === call.surface]),
					onLate(answer, askers) {
						for (const { id, connection } of askers) {
							if (answer.key === 'once') {
								late.add(id, topic);
							} else {
								void remember(answer, { rule, edited: edited() }, { ...call, connection, pid: undefined }, about);
							}
						}
					},
				},
				asker,
				{ milliseconds, signal, ...(hopeless && { hopeless }) },
			);
			await take(given, { call, about, startedAt, stays: true }, { rule, edited: edited() });
		} finally {
			endSigns();
		}
	}

	async function remember(
		{ key }: Given<Answer>,
		{ rule, edited }: LongerYes,
		call: Pick<CallToAdmit, 'connection'> & { pid?: number | undefined },
		{ folders: places }: PolicyCall,
	) {
		if (key === 'agent') {
			grants.add(call.connection, rule, call.pid);
		} else if (key === 'folder') {
			await addRules(places.map(folder => ({ ...rule, folder })));
		} else if (key === 'rule' && edited) {
			await addRules([edited]);
		}
	}

	/** Several agents may have waited for the same answer. */
	async function addRules(wanted: readonly Rule[]): Promise<void> {
		const isThere = (rules: readonly Rule[], one: Rule) =>
			rules.some(other => JSON.stringify(other) === JSON.stringify(one));
		try {
			await rulesFile.change(rules => [...rules, ...wanted.filter(one => !isThere(rules, one))]);
		} catch (cause) {
			// The user has said yes: the call goes on, and the rule has to wait until the file is mended.
			warn(`The rule was not saved. ${messageOf(cause)}`);
		}
	}
}

/** The form for the rule that a longer yes makes, and the rule as the user has edited it. */
function formOf(
	rule: Rule,
	folders: readonly string[],
): { form: QuestionForm<Answer>; edited: () => Rule | undefined } {
	let edited: Rule | undefined;
	const form: QuestionForm<Answer> = {
		answer: 'rule',
		fields: allowingFields(narrowedTo(folders, rule)),
		take(values) {
			const read = readRuleForm(values, { ...rule, decision: 'allow' });
			edited = typeof read === 'string' ? undefined : read;
			return typeof read === 'string' ? read : undefined;
		},
	};
	return { form, edited: () => edited };
}

/** What the user may widen by emptying the field. */
function narrowedTo(folders: readonly string[], rule: Rule): Rule {
	const [folder] = folders;
	return folder !== undefined && folders.length === 1 ? { ...rule, folder } : rule;
}
