/** The text, or its beginning and an ellipsis; never longer than `maxLength` characters. */
export function shorten(text: string, maxLength: number): string {
	return text.length <= maxLength ? text : `${text.slice(0, maxLength - 1)}…`;
}
