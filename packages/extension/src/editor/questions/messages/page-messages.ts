/** The messages between the extension and the page with the questions. */
import type { FormField, FormValues } from './form-messages.ts';

export interface ShownPart {
	label: string;
	text: string;
	/** The length of the text, so that a long one cannot pass for a short one. */
	size: string;
	/** A unified diff. */
	diff: boolean;
}

export interface ShownFile {
	key: string;
	name: string;
	remark: string;
	added: number;
	removed: number;
	opens: boolean;
	canBeLeftOut: boolean;
}

export interface ShownQuestion {
	id: string;
	/** Digest of everything below: an answer is for what was shown, and says so. */
	digest: string;
	asker: string;
	folder: string;
	sentence: string;
	/** Nobody waits any more; an answer is for when the agent asks again. */
	late: boolean;
	why: string;
	files: readonly ShownFile[];
	/** All files can be compared in one editor. */
	opensAll: boolean;
	about: readonly ShownPart[];
	answers: readonly { key: string; label: string }[];
	/** The answer for which a form is filled in first, and the form. */
	form?: { key: string; fields: readonly FormField[] };
	/** The user may write a sentence to the agent. */
	takesWords: boolean;
	/** Time of day at which the agent stops waiting, or the question goes. */
	until: string;
}

export interface ShownAnswer {
	answer: string;
	sentence: string;
	/** The start of the first thing that it was about. */
	about: string;
	time: string;
}

export type ToPage =
	| {
			kind: 'state';
			questions: readonly ShownQuestion[];
			answered: readonly ShownAnswer[];
	  }
	/** The form of this question is not right yet; the question stands as before. */
	| { kind: 'problem'; id: string; text: string }
	/** The user wants to be where the questions are. */
	| { kind: 'focus' };

export type FromPage =
	| { kind: 'ready' }
	| {
			kind: 'answer';
			id: string;
			key: string;
			digest: string;
			words?: string;
			/** What stands in the form of this answer. */
			values?: FormValues;
	  }
	| { kind: 'open'; id: string; file: string }
	| { kind: 'open-all'; id: string }
	| { kind: 'leave-out'; id: string; file: string; out: boolean };
