import { listOf } from '@hawser/core/data/plain-data.ts';
import type { Caller } from '@hawser/core/ports/values/caller.ts';
import { protectionOf } from '@hawser/core/protection/protected-paths.ts';
import * as vscode from 'vscode';
import type { WorkspacePaths } from '../shared/workspace-paths.ts';
import { deniedError } from './denied.ts';
import { type Asker, askerOf, createLastingQuestions, type LastingQuestion } from './lasting-questions.ts';
import { createLateGrants } from './late-grants.ts';
import { askFor } from './patience.ts';
import type { QuestionPart, UserQuestions } from './question.ts';

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
	/** Throws E_DENIED where the user's rules forbid to change one of the files; asks nothing. */
	requireAllowed(files: readonly vscode.Uri[], caller: Asking): Promise<void>;
	/** Asks about anything else. */
	forAction(question: ActionQuestion, caller: Asking): Promise<void>;
	/** The rule that protects the file; undefined where none does. */
	protectionOf(file: vscode.Uri): Promise<string | undefined>;
}

/** The caller for whom the question is asked; when the caller goes, so does the question. */
export type Asking = Pick<
	Caller,
	'agent' | 'name' | 'version' | 'who' | 'tool' | 'surface' | 'signal' | 'review' | 'whileAsking' | 'progress'
>;

/** For what the user does themselves. */
export const NO_QUESTIONS: Consent = {
	forFiles: () => Promise.resolve(),
	requireAllowed: () => Promise.resolve(),
	forAction: () => Promise.resolve(),
	protectionOf: () => Promise.resolve(undefined),
};

/** What the user's rules and mode say of something that is guarded: true when a rule allows it by name; E_DENIED when it is forbidden. */
export type GuardRules = (caller: Asking, files: readonly string[]) => boolean;

/** Throws E_DENIED where a rule of the user forbids to change one of the files. */
export type FileRules = (caller: Asking, files: readonly string[]) => void;

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

type Answer = 'once' | 'window' | 'deny';

function answers(): Record<Answer, string> {
	return {
		once: vscode.l10n.t('Allow once'),
		window: vscode.l10n.t('Allow in this window'),
		deny: vscode.l10n.t('Deny'),
	};
}

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
	/** Absolute paths of the protected files. */
	files: readonly string[];
	folder?: string;
	details: Record<string, unknown>;
}

/** Permissions beyond these are forgotten, the oldest first. */
const MAX_PERMISSIONS = 1000;

export function createConsent({
	paths,
	questions,
	rules: guardRules,
	fileRules,
}: {
	paths: WorkspacePaths;
	questions: UserQuestions;
	rules: GuardRules;
	fileRules: FileRules;
}): Consent {
	const asked = createLastingQuestions<Answer>(questions);
	const late = createLateGrants();
	/** Agents with what the user has allowed each of them until the window reloads. */
	const allowed = new Set<string>();
	const isAllowed = (agent: string, permissions: readonly string[]) =>
		permissions.every(name => allowed.has(JSON.stringify([agent, name])));

	const forFiles: Consent['forFiles'] = async (action, files, caller, content) => {
		const { review, signal } = caller;
		const found = await requireAllowed(files, caller);
		if (review) {
			if (files.every(file => review.agreed(file.toString()))) {
				// The review said what is protected, and why.
				return;
			}
			// Whoever writes what was not shown has to ask in words.
			await review.ask(signal);
		}
		const open = found.filter(({ rule }) => !isAllowed(askerFor(caller).id, [permission(action, rule)]));
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
				wants: names.length === 1 ? wishForFile(action) : wishForFiles(action),
				about: [
					{ label: names.length === 1 ? vscode.l10n.t('File') : vscode.l10n.t('Files'), text: names.join('\n') },
					...((await content?.()) ?? []),
					{ label: vscode.l10n.t('Protected as'), text: rules.join('\n') },
				],
				why: vscode.l10n.t(
					'Such files configure the editor, git or an agent, and can make programs run. “Allow in this window” lets this agent do the same with everything that is protected by the same rule, until the window reloads.',
				),
				topic: `${action} ${names.join(', ')}`,
				files: open.map(({ uri }) => uri.fsPath),
				details: { files: names },
				...(folder !== undefined && { folder }),
			},
			caller,
		);
	};

	async function requireAllowed(files: readonly vscode.Uri[], caller: Asking): Promise<readonly ProtectedFile[]> {
		fileRules(
			caller,
			files.map(({ fsPath }) => fsPath),
		);
		const found = (await Promise.all(files.map(protectionOfFile))).filter(file => file !== undefined);
		if (found.length > 0) {
			guardRules(
				caller,
				found.map(({ uri }) => uri.fsPath),
			);
		}
		return found;
	}

	/** Puts the question unless the agent may do everything that it is about already; E_DENIED when the answer is not yes. */
	async function settle(open: OpenQuestion, caller: Asking): Promise<void> {
		const { permissions, topic: action, details, files, ...question } = open;
		const asker = askerFor(caller);
		const topic = JSON.stringify([permissions, question]);
		if (guardRules(caller, files) || isAllowed(asker.id, permissions) || late.take(asker.id, topic)) {
			return;
		}
		const lasting: LastingQuestion<Answer> = {
			...question,
			topic,
			answers: answers(),
			onLate({ key }, askers) {
				for (const { id } of askers) {
					if (key === 'window') {
						allow(id, permissions);
					} else if (key === 'once') {
						late.add(id, topic);
					}
				}
			},
		};
		const startedAt = Date.now();
		const given = await askFor(caller, timeLimit => asked.ask(lasting, asker, timeLimit));
		if (given?.key === 'window') {
			allow(asker.id, permissions);
		} else if (given?.key !== 'once') {
			throw deniedError({
				...{ answer: given?.key, says: given?.says, waited: Date.now() - startedAt, topic: action, details },
				mayRepeat: true,
			});
		}
	}

	/** The answer to one question may settle others that stand; then they go. */
	function allow(agent: string, permissions: readonly string[]): void {
		for (const name of permissions) {
			allowed.add(JSON.stringify([agent, name]));
		}
		for (const oldest of [...allowed].slice(0, Math.max(0, allowed.size - MAX_PERMISSIONS))) {
			allowed.delete(oldest);
		}
		asked.settle((topic, { id }) => (isAllowed(id, permissionsIn(topic)) ? { key: 'window' } : undefined));
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
			settle({ permissions: [rule], wants, about, why, topic: action, files: [], details: { rule } }, caller),
		protectionOf: ruleOf,
		async requireAllowed(files, caller) {
			await requireAllowed(files, caller);
		},
	};
}

/** Completes "An agent wants to …". */
function wishForFile(action: FileAction): string {
	switch (action) {
		case 'change':
			return vscode.l10n.t('change a protected file');
		case 'create':
			return vscode.l10n.t('create a protected file');
		case 'delete':
			return vscode.l10n.t('delete a protected file');
		case 'move':
			return vscode.l10n.t('move a protected file');
	}
}

function wishForFiles(action: FileAction): string {
	switch (action) {
		case 'change':
			return vscode.l10n.t('change protected files');
		case 'create':
			return vscode.l10n.t('create protected files');
		case 'delete':
			return vscode.l10n.t('delete protected files');
		case 'move':
			return vscode.l10n.t('move protected files');
	}
}

function askerFor({ agent, who = 'an agent' }: Asking): Asker {
	return askerOf(agent, who);
}

function permission(action: string, rule: string): string {
	return `${action} ${rule}`;
}

function permissionsIn(topic: string): readonly string[] {
	const [permissions]: readonly unknown[] = listOf(JSON.parse(topic));
	return listOf(permissions).filter(name => typeof name === 'string');
}
