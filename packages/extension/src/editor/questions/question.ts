import type { TimeLimit } from '@hawser/node/deadlines.ts';
import type * as vscode from 'vscode';

/** One thing that a question is about, shown whole and as it is, in a block of its own. */
export interface QuestionPart {
	/** Our word for it, such as "Command". */
	label: string;
	/** Anything, also what an agent or a repository wrote. */
	text: string;
}

/** A question to the user. All words but those in `about` and `folder` are ours: nothing that an agent chose stands in them. */
export interface Question<Key extends string> {
	/** Completes "An agent wants to …"; no word of it may come from an agent or a repository. */
	wants: string;
	/** Everything that the answer is for. */
	about: readonly QuestionPart[];
	/** Why this is asked, and what the answers that hold longer allow. */
	why: string;
	/** The folder that it happens in; the folders of the window unless given. */
	folder?: string;
	/** The labels of the buttons, by the key that `ask` returns. */
	answers: Readonly<Record<Key, string>>;
}

/** Puts questions to the user, in a form that nobody else can answer. */
export interface UserQuestions {
	/** The key of the answer; undefined when nobody answers in time. Cancellation is an error, and takes the question away. */
	ask<Key extends string>(question: Question<Key>, timeLimit: TimeLimit): Promise<Key | undefined>;
}

export interface DisposableUserQuestions extends UserQuestions, vscode.Disposable {
	/** Brings the questions into sight without taking the focus. */
	show(): Promise<void>;
}
