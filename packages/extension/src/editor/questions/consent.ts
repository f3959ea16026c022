import type { Caller } from '@hawser/core/ports/values/caller.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { protectionOf } from '@hawser/core/protection/protected-paths.ts';
import { createCancellation } from '@hawser/core/waiting/cancellation-source.ts';
import * as vscode from 'vscode';
import type { WorkspacePaths } from '../shared/workspace-paths.ts';
import { deniedError } from './denied.ts';
import type { QuestionPart, UserQuestions } from './question.ts';
import { createSharedQuestions } from './shared-questions.ts';

/** Asks the user before something is done that an agent must not decide alone. */
export interface Consent {
	/**
	 * Returns at once where none of the files is protected. Otherwise the user is asked; E_DENIED when they refuse or do
	 * not answer in time. `content` is what would be written, if that is known.
	 */
	forFiles(
		action: FileAction,
		files: readonly vscode.Uri[],
		caller: Asking,
		content?: () => readonly QuestionPart[] | Promise<readonly QuestionPart[]>,
	): Promise<void>;
	/** Asks about anything else. */
	forAction(question: ActionQuestion, caller: Asking): Promise<void>;
	/** The rule that protects the file; undefined where none does. */
	protectionOf(file: vscode.Uri): Promise<string | undefined>;
}

/** The caller for whom the question is asked; when the caller goes, so does the question. */
export type Asking = Pick<Caller, 'signal'>;

export type FileAction = 'change' | 'create' | 'delete' | 'move';

export interface ActionQuestion {
	/** The permission that "in this window" gives. */
	rule: string;
	/** Goes into the error: what was not allowed, in the agent's own terms. */
	action: string;
	/** Completes "An agent wants to …" in words that are all ours. */
	wants: string;
	/** All that the answer is for. */
	about: readonly QuestionPart[];
	why: string;
}

/** Less than the minute after which many clients give a call up. */
const ANSWER_LIMIT = 50_000;

const ANSWERS = { once: 'Allow once', window: 'Allow in this window', deny: 'Deny' };
type Answer = keyof typeof ANSWERS;

/** Scheme of the user's own settings, keybindings and snippets. */
const USER_DATA = 'vscode-userdata';

interface ProtectedFile {
	uri: vscode.Uri;
	name: string;
	/** The rule that protects it, such as `.vscode`. */
	rule: string;
}

interface OpenQuestion extends Omit<ActionQuestion, 'rule' | 'action'> {
	/** The permission that "in this window" gives. */
	permissions: readonly string[];
	topic: string;
	folder?: string;
	details: Record<string, unknown>;
}

export function createConsent({ paths, questions }: { paths: WorkspacePaths; questions: UserQuestions }): Consent {
	const shared = createSharedQuestions<Answer | undefined>();
	/** Actions with the rules for which the user has allowed them until the window reloads. */
	const allowed = new Set<string>();
	const onAllowed = new Set<() => void>();

	const forFiles: Consent['forFiles'] = async (action, files, caller, content) => {
		const found = (await Promise.all(files.map(protectionOfFile))).filter(file => file !== undefined);
		const open = found.filter(({ rule }) => !allowed.has(permission(action, rule)));
		const [first] = open;
		if (first === undefined) {
			return;
		}
		const names = [...new Set(open.map(({ name }) => name))].sort();
		const rules = [...new Set(open.map(({ rule }) => rule))].sort();
		const folder = vscode.workspace.getWorkspaceFolder(first.uri)?.uri.fsPath;
		await settle(
			{
				permissions: rules.map(rule => permission(action, rule)),
				wants: `${action} ${names.length === 1 ? 'a protected file' : 'protected files'}`,
				about: [
					{ label: names.length === 1 ? 'File' : 'Files', text: names.join('\n') },
					...((await content?.()) ?? []),
					{ label: 'Protected as', text: rules.join('\n') },
				],
				why: 'Such files configure the editor, git or an agent, and can make programs run. “Allow in this window” lets agents do the same with everything that is protected by the same rule, until the window reloads.',
				topic: `${action} ${names.join(', ')}`,
				details: { files: names },
				...(folder !== undefined && { folder }),
			},
			caller,
		);
	};

	/** Puts the question unless everything it is about is allowed already; E_DENIED when the answer is not yes. */
	async function settle(open: OpenQuestion, { signal }: Asking): Promise<void> {
		const { permissions, topic, details, ...question } = open;
		const isSettled = () => permissions.every(name => allowed.has(name));
		if (isSettled()) {
			return;
		}
		const put = (cancelled: Cancellation) => askUnlessSettled(question, isSettled, cancelled);
		const key = JSON.stringify([permissions, question]);
		const answer = await shared.ask(key, put, { milliseconds: ANSWER_LIMIT, signal });
		if (answer === 'window') {
			for (const name of permissions) {
				allowed.add(name);
			}
			for (const listener of [...onAllowed]) {
				listener();
			}
		}
		if (answer !== 'once' && answer !== 'window') {
			throw deniedError({ answer, waited: ANSWER_LIMIT, topic, details });
		}
	}

	/** The answer to another question may settle this one while it stands; then it goes. */
	function askUnlessSettled(
		question: Pick<ActionQuestion, 'wants' | 'about' | 'why'>,
		isSettled: () => boolean,
		cancelled: Cancellation,
	): Promise<Answer | undefined> {
		const source = createCancellation();
		const stopListening = cancelled.onCancelled(() => source.cancel());
		const answer = questions.ask({ ...question, answers: ANSWERS }, { milliseconds: ANSWER_LIMIT, signal: source });
		return new Promise<Answer | undefined>((resolve, reject) => {
			const recheck = () => {
				if (isSettled()) {
					resolve('window');
					source.cancel();
				}
			};
			onAllowed.add(recheck);
			answer.then(resolve, reject).finally(() => {
				onAllowed.delete(recheck);
				stopListening();
			});
		});
	}

	async function protectionOfFile(uri: vscode.Uri): Promise<ProtectedFile | undefined> {
		const rule = await ruleOf(uri);
		return rule === undefined ? undefined : { uri, name: paths.show(uri), rule };
	}

	async function ruleOf(uri: vscode.Uri): Promise<string | undefined> {
		if (uri.scheme === USER_DATA) {
			return USER_DATA;
		}
		return uri.scheme === 'file'
			? (await paths.everyName(uri)).map(protectionOf).find(found => found !== undefined)
			: undefined;
	}

	return {
		forFiles,
		forAction: ({ rule, action, wants, about, why }, caller) =>
			settle({ permissions: [rule], wants, about, why, topic: action, details: { rule } }, caller),
		protectionOf: ruleOf,
	};
}

function permission(action: string, rule: string): string {
	return `${action} ${rule}`;
}
