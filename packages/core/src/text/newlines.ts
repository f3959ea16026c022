/** The editor gives every text with \n, whatever the file has. */
export function withNewlines(text: string): string {
	return text.replaceAll(/\r\n?/g, '\n');
}
