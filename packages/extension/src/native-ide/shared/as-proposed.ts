/** The line ends that the agent wrote: the comparison knows only one kind. */
export function asProposed(text: string, proposed: string): string {
	const plain = proposed.replaceAll('\r\n', '\n');
	if (text === plain) {
		return proposed;
	}
	return plain !== proposed && !/(?:^|[^\r])\n/.test(proposed) ? text.replaceAll('\n', '\r\n') : text;
}
