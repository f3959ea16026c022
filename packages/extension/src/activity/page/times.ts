/** How long something took, short enough for a line of a list. */
export function lengthOf(milliseconds: number): string {
	if (milliseconds < 1000) {
		return `${Math.round(milliseconds)} ms`;
	}
	const seconds = milliseconds / 1000;
	if (seconds < 60) {
		return `${seconds.toFixed(seconds < 10 ? 1 : 0)} s`;
	}
	const minutes = Math.floor(seconds / 60);
	return minutes < 60
		? `${minutes} min ${Math.round(seconds % 60)} s`
		: `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

const CLOCK = new Intl.DateTimeFormat(undefined, { timeStyle: 'medium' });

/** Time of day. */
export function clockTime(milliseconds: number): string {
	return CLOCK.format(milliseconds);
}
