/** What the extension and the page with the questions say to each other. */
export interface ShownPart {
	label: string;
	text: string;
	/** How much there is, so that a long text cannot pass for a short one. */
	size: string;
}

export interface ShownQuestion {
	id: string;
	/** Of everything below: an answer is for what was shown, and says so. */
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
