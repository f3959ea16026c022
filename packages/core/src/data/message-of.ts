/** The message of whatever was thrown: not every library throws errors, and Node bundles failed connections in one without a message. */
export function messageOf(cause: unknown): string {
	if (cause instanceof AggregateError && cause.message === '') {
		return cause.errors.map(messageOf).join('; ');
	}
	return cause instanceof Error ? cause.message : String(cause);
}
