const MAX_NAMED = 8;

/** `a, b and 3 more`, for the text of an error: not every client shows its details. */
export function summarize(names: readonly string[], most = MAX_NAMED): string {
	const more = names.length > most ? ` and ${names.length - most} more` : '';
	return names.slice(0, most).join(', ') + more;
}
