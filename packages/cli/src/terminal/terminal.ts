/** Escape codes for a user's terminal; a file or a pipe gets plain text. */
const STYLES = { bold: [1, 22], dim: [2, 22], red: [31, 39], green: [32, 39], yellow: [33, 39] } as const;

export type Style = keyof typeof STYLES;

export function paint(style: Style, text: string, stream: { isTTY?: boolean } = process.stdout): string {
	const { NO_COLOR, TERM } = process.env;
	if (stream.isTTY !== true || (NO_COLOR !== undefined && NO_COLOR !== '') || TERM === 'dumb') {
		return text;
	}
	const [on, off] = STYLES[style];
	return `\u001B[${on}m${text}\u001B[${off}m`;
}

export function print(text: string): void {
	process.stdout.write(`${text}\n`);
}

export function printJson(value: unknown): void {
	print(JSON.stringify(value, null, 2));
}

/** Rows of cells as aligned columns; the last column is left as it is. */
export function alignColumns(rows: readonly (readonly string[])[], indent = ''): string {
	const widths: number[] = [];
	for (const row of rows) {
		for (const [column, cell] of row.entries()) {
			widths[column] = Math.max(widths[column] ?? 0, cell.length);
		}
	}
	return rows
		.map(row =>
			row.map((cell, column) => (column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0))).join('  '),
		)
		.map(line => `${indent}${line}`.trimEnd())
		.join('\n');
}

/** Breaks a paragraph at spaces so that it fits beside its indent. */
export function wrap(text: string, indent: string, width = 100): string {
	const lines = [''];
	for (const word of text.split(/\s+/)) {
		const line = lines.at(-1) ?? '';
		if (line !== '' && indent.length + line.length + 1 + word.length > width) {
			lines.push(word);
		} else {
			lines[lines.length - 1] = line === '' ? word : `${line} ${word}`;
		}
	}
	return lines.map(line => `${indent}${line}`).join('\n');
}
