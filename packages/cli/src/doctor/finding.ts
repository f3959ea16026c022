/** One thing that was looked at. */
export interface Finding {
	/** `problem`: calls fail because of it. `warning`: worth knowing. `ok`: as it should be. */
	level: 'ok' | 'warning' | 'problem';
	what: string;
	why?: string;
	/** The next step for the user. */
	advice?: string;
	/** Exit code when this is the worst; 3 unless given. */
	exitCode?: number;
}
