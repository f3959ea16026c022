import type { Tell } from '../../contract/dialect-format.ts';
import { type PlainData, recordsOf, textOf } from '../../data/plain-data.ts';
import { answerPaths } from './absolute-paths.ts';
import { incomplete, numberOf, zeroBased } from './answer-parts.ts';

interface SymbolAnswer {
	name: string;
	kind: string;
	range: ReturnType<typeof rangeOf>;
	selectionRange: ReturnType<typeof rangeOf>;
	text: string;
	detail: string;
	children?: SymbolAnswer[];
}

/** JSON in a string, as the document has it. */
export const symbolsOfFile: Tell = data => {
	const rows = recordsOf(data['symbols']);
	const value = JSON.stringify({ symbols: asTree(rows) });
	return { value, ...incomplete(data, rows.length, data['total']) };
};

export const references: Tell = (data, { folders }) => {
	const { relative } = answerPaths(folders);
	const found = recordsOf(data['files']).flatMap(file =>
		recordsOf(file['references']).map(({ line, column, endLine, endColumn }) => ({
			path: relative(textOf(file['path']) ?? ''),
			line: zeroBased(line),
			character: zeroBased(column),
			endLine: zeroBased(endLine),
			endCharacter: zeroBased(endColumn),
		})),
	);
	return { value: JSON.stringify({ references: found }), ...incomplete(data, found.length, data['total']) };
};

export const refactored: Tell = ({ newName, title }) => ({
	value: JSON.stringify({
		success: true,
		message:
			typeof newName === 'string' ? `Successfully renamed to ${newName}` : `Successfully applied: ${String(title)}`,
	}),
});

/** Rows say how deep they lie; each belongs to the nearest one before it that lies less deep. */
function asTree(rows: readonly PlainData[]): SymbolAnswer[] {
	const roots: SymbolAnswer[] = [];
	const open: { level: number; symbol: SymbolAnswer }[] = [];
	for (const row of rows) {
		const level = numberOf(row['level']);
		const symbol = symbolAnswer(row);
		while (open.length > 0 && (open.at(-1)?.level ?? 0) >= level) {
			open.pop();
		}
		const parent = open.at(-1)?.symbol;
		(parent ? (parent.children ??= []) : roots).push(symbol);
		open.push({ level, symbol });
	}
	return roots;
}

function symbolAnswer(row: PlainData): SymbolAnswer {
	const name = textOf(row['name']) ?? '';
	const [nameRange = {}] = recordsOf([row['nameRange']]);
	return {
		name,
		kind: kindName(textOf(row['kind']) ?? ''),
		range: rangeOf(row),
		selectionRange: rangeOf(nameRange),
		text: name,
		detail: textOf(row['detail']) ?? '',
	};
}

function rangeOf({ line, column, endLine, endColumn }: PlainData) {
	return {
		startLine: zeroBased(line),
		startCharacter: zeroBased(column),
		endLine: zeroBased(endLine),
		endCharacter: zeroBased(endColumn),
	};
}

/** "enum member" is EnumMember there, as in VS Code's own list of kinds. */
function kindName(kind: string): string {
	return kind
		.split(' ')
		.map(word => word.charAt(0).toUpperCase() + word.slice(1))
		.join('');
}
