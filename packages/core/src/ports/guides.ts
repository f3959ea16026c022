/** A how-to guide of the documentation. */
export interface Guide {
	/** The name of its file, without the ending. */
	id: string;
	title: string;
	/** Its first paragraph. */
	summary: string;
	/** When an agent should read it. */
	whenToUse: string;
	tags: readonly string[];
	/** Markdown. */
	text: string;
}

export interface Guides {
	/** Every guide, in the order of their ids. */
	all(): Promise<readonly Guide[]>;
}
