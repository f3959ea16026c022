import type { TimeLimit } from '@hawser/node/deadlines.ts';
import type * as vscode from 'vscode';
import type { FormField, FormValues } from './messages/form-messages.ts';

/** One thing that a question is about, shown whole and as it is, in a block of its own. */
export interface QuestionPart {
	/** Our word for it, such as "Command". */
	label: string;
	/** Anything, also what an agent or a repository wrote. */
	text: string;
	/** A unified diff, whose lines get their usual colours. */
	form?: 'diff';
}

/** A file that a question is about, in a list of its own. */
export interface QuestionFile {
	key: string;
	name: string;
	/** Our own words about it, such as "new". */
	remark: string;
	added: number;
	removed: number;
	/** Shows the file's comparison; absent where there is none. */
	open?: () => void;
	/** Takes that the user leaves the file out, or takes it in again; absent where they cannot. */
	leaveOut?: (out: boolean) => void;
}

/** A question to the user. All words but those in `about`, `folder` and the names of files are ours: nothing that an agent chose stands in them. */
export interface Question<Key extends string> {
	/** Completes "An agent wants to …"; no word of it may come from an agent or a repository. */
	wants: string;
	/** The agents that ask, as they are to be shown; nobody has checked what they call themselves. */
	asker?: readonly string[];
	/** The agents have gone on: an answer is for when they ask again. */
	late?: boolean;
	/** Everything that the answer is for. */
	about: readonly QuestionPart[];
	/** The files that it is about, where the user can open or leave out single ones. */
	files?: readonly QuestionFile[];
	/** Shows the comparisons of all files in one editor. */
	openAll?: () => void;
	/** Why this is asked, and what the answers that hold longer allow. */
	why: string;
	/** The folder that it happens in; the folders of the window unless given. */
	folder?: string;
	/** The labels of the buttons, by the key that `ask` returns. */
	answers: Readonly<Partial<Record<Key, string>>>;
	/** A form that the user fills in before one of the answers counts. */
	form?: QuestionForm<Key>;
	/** Takes what the user writes to the agent beside their answer; where it is given, they can. */
	onWords?: (words: string) => void;
}

export interface QuestionForm<Key extends string> {
	answer: Key;
	fields: readonly FormField[];
	/** Takes what the user has filled in, or says what is wrong with it; then the question stands on. */
	take(values: FormValues): string | undefined;
}

/** Puts questions to the user, in a form that nobody else can answer. */
export interface UserQuestions {
	/** The key of the answer; undefined when nobody answers in time. Cancellation is an error, and takes the question away. */
	ask<Key extends string>(question: Question<Key>, timeLimit: TimeLimit): Promise<Key | undefined>;
}

export interface DisposableUserQuestions extends UserQuestions, vscode.Disposable {
	/** Brings the user to the questions. */
	show(): Promise<void>;
}
