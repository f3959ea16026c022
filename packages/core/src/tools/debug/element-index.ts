/** The index of an element by its name: debuggers write 7, [7] or 007. Undefined for a named field. */
export function elementIndex(name: string): number | undefined {
	const digits = /^\[?(\d+)\]?$/.exec(name)?.[1];
	return digits === undefined ? undefined : Number(digits);
}
