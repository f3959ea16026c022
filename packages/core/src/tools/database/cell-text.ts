/**
 * One row, its values with tabs between them. A text stands as it is, unless it could be taken for something else (a number,
 * null, another cell, another row): then it is quoted as in JSON, so nothing is lost.
 */
export function rowText(row: readonly unknown[]): string {
	return row.map(cellText).join('\t');
}

function cellText(value: unknown): string {
	return typeof value === 'string' && isPlain(value) ? value : JSON.stringify(value);
}

function isPlain(text: string): boolean {
	return (
		text !== '' &&
		text === text.trim() &&
		!/[\t\r\n]|^["{[]|^(?:null|true|false)$|^-?\d+(?:\.\d+)?(?:[eE][-+]?\d+)?$/.test(text)
	);
}
