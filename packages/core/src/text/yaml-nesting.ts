/**
 * Real files stay far below. A YAML parser calls itself for every level: some hundred explicit keys in each other take it
 * seconds, and some thousand open brackets end the whole process, which no `catch` can prevent.
 */
const MAX_LEVELS = 100;

/** True when a YAML text is nested too deeply to be parsed, judged by the tokens of the parser's own lexer. */
export function isNestedTooDeeply(tokens: Iterable<string>): boolean {
	/** Columns at which the open levels of the block style began. */
	const block: number[] = [];
	let flow = 0;
	let column = 0;
	let isFirstOfLine = true;
	for (const token of tokens) {
		if (token.includes('\n')) {
			column = 0;
			isFirstOfLine = true;
			continue;
		}
		if (token === '{' || token === '[') {
			flow++;
		} else if (token === '}' || token === ']') {
			flow = Math.max(0, flow - 1);
		} else if (flow === 0 && !isBlank(token)) {
			if (isFirstOfLine) {
				while ((block.at(-1) ?? -1) >= column) {
					block.pop();
				}
			}
			if (isFirstOfLine || token === '-' || token === '?' || token === ':') {
				block.push(column);
			}
			isFirstOfLine = false;
		}
		if (flow + block.length > MAX_LEVELS) {
			return true;
		}
		column += isMark(token) ? 0 : token.length;
	}
	return false;
}

function isBlank(token: string): boolean {
	return isMark(token) || token.startsWith('#') || token.trim() === '';
}

/** The lexer marks the start of a document and of a plain scalar with characters that are not in the text. */
function isMark(token: string): boolean {
	return token === '\u0002' || token === '\u0018' || token === '\u001F' || token === '\uFEFF';
}
