import { ToolError } from '@hawser/core/contract/errors.ts';
import { nameSome } from '@hawser/core/contract/name-some.ts';
import { protectionOf } from '@hawser/core/contract/protected-paths.ts';
import type { Caller } from '@hawser/core/ports/caller.ts';
import type { Cancellation } from '@hawser/core/ports/cancellation.ts';
import type * as vscode from 'vscode';
import type { PersonAsker } from './ask-person.ts';
import { createSharedQuestions } from './shared-questions.ts';
import type { WorkspacePaths } from './workspace-paths.ts';

/** Asks the person before something is done that an agent must not decide alone. */
export interface Consent {
	/**
	 * Returns at once where none of the files is protected. Otherwise the person is asked; E_DENIED when they refuse or do
	 * not answer in time. `action` completes "An agent wants to …", such as "change" or "delete".
	 */
	forFiles(action: string, files: readonly vscode.Uri[], caller: Caller): Promise<void>;
	/**
	 * Asks about anything else. `action` completes "An agent wants to …", `subject` is all that it is about, also what is
	 * too long to show, and `rule` is what "in this window" allows.
	 */
	forAction(question: { rule: string; action: string; subject: unknown; why: string }, caller: Caller): Promise<void>;
}

/** Less than the minute after which many clients give a call up. */
const PATIENCE = 50_000;

/** More names than this, or longer ones, say no more to a person; and VS Code cuts long texts, the answers first. */
const NAMED = 3;
const NAME_SHOWN = 120;

const ANSWERS = { once: 'Allow once', window: 'Allow in this window', deny: 'Deny' };

/** Scheme of the person's own settings, keybindings and snippets. */
const USER_DATA = 'vscode-userdata';

interface ProtectedFile {
	name: string;
	/** The rule that protects it, such as `.vscode`. */
	rule: string;
}

interface OpenQuestion {
	/** What "in this window" allows. */
	permissions: readonly string[];
	question: string;
	topic: string;
	/** The same only for questions that one answer settles. */
	key: string;
	details: Record<string, unknown>;
}

export function createConsent({ paths, person }: { paths: WorkspacePaths; person: PersonAsker }): Consent {
	const questions = createSharedQuestions<keyof typeof ANSWERS | undefined>();
	/** Actions with the rules for which the person has allowed them until the window reloads. */
	const allowed = new Set<string>();

	const forFiles: Consent['forFiles'] = async (action, files, caller) => {
		const found = (await Promise.all(files.map(protectionOfFile))).filter(file => file !== undefined);
		const open = found.filter(({ rule }) => !allowed.has(permission(action, rule)));
		const names = [...new Set(open.map(({ name }) => name))].sort();
		await settle(
			{
				permissions: open.map(({ rule }) => permission(action, rule)),
				question: questionText(action, names),
				topic: `${action} ${names.join(', ')}`,
				key: JSON.stringify([action, names]),
				details: { files: names },
			},
			caller,
		);
	};

	/** Puts the question unless everything it is about is allowed already; E_DENIED when the answer is not yes. */
	async function settle(
		{ permissions, question, topic, key, details }: OpenQuestion,
		{ signal }: Pick<Caller, 'signal'>,
	): Promise<void> {
		const isSettled = () => permissions.every(name => allowed.has(name));
		if (isSettled()) {
			return;
		}
		const put = async (shared: Cancellation) =>
			// The question before this one may have settled it.
			isSettled() ? 'window' : person.ask(question, ANSWERS, { milliseconds: PATIENCE, signal: shared });
		const answer = await questions.ask(key, put, { milliseconds: PATIENCE, signal });
		if (answer === 'window') {
			for (const name of permissions) {
				allowed.add(name);
			}
		}
		if (answer !== 'once' && answer !== 'window') {
			const why = answer === 'deny' ? 'The person does not allow it' : `Nobody answered within ${PATIENCE / 1000} s`;
			throw new ToolError('E_DENIED', `${why}: ${topic}.`, { details: { ...details, answered: answer === 'deny' } });
		}
	}

	async function protectionOfFile(uri: vscode.Uri): Promise<ProtectedFile | undefined> {
		if (uri.scheme === USER_DATA) {
			return { name: paths.show(uri), rule: USER_DATA };
		}
		if (uri.scheme !== 'file') {
			return undefined;
		}
		const rule = (await paths.everyName(uri)).map(protectionOf).find(found => found !== undefined);
		return rule === undefined ? undefined : { name: paths.show(uri), rule };
	}

	return {
		forFiles,
		forAction: ({ rule, action, subject, why }, caller) =>
			settle(
				{
					permissions: [rule],
					question: `An agent wants to ${shorten(action)}. ${why}`,
					topic: action,
					key: JSON.stringify([rule, subject]),
					details: { rule },
				},
				caller,
			),
	};
}

function permission(action: string, rule: string): string {
	return `${action} ${rule}`;
}

function questionText(action: string, names: readonly string[]): string {
	const files = nameSome(names.map(shorten), NAMED);
	const them = names.length === 1 ? 'This file configures' : 'These files configure';
	return `An agent wants to ${action} ${files}. ${them} the editor, git or an agent, and can make programs run.`;
}

/** Both ends of the name: the folder and the file are what matters. */
function shorten(name: string): string {
	const half = NAME_SHOWN / 2;
	return name.length <= NAME_SHOWN ? name : `${name.slice(0, half)}…${name.slice(-half)}`;
}
