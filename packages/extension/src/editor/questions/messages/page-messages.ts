/** The messages between the extension and the page with the questions. */
export interface ShownPart {
	label: string;
	text: string;
	/** The length of the text, so that a long one cannot pass for a short one. */
	size: string;
}

export interface ShownQuestion {
	id: string;
	/** Digest of everything below: an answer is for what was shown, and says so. */
	digest: string;
	asker: string;
	folder: string;
	sentence: string;
	why: string;
	about: readonly ShownPart[];
	answers: readonly { key: string; label: string }[];
	/** Time of day at which the agent stops waiting. */
	until: string;
}

export interface ShownAnswer {
	answer: string;
	sentence: string;
	/** The start of the first thing that it was about. */
	about: string;
	time: string;
}

export interface ToPage {
	kind: 'state';
	questions: readonly ShownQuestion[];
	answered: readonly ShownAnswer[];
}

export type FromPage = { kind: 'ready' } | { kind: 'answer'; id: string; key: string; digest: string };
