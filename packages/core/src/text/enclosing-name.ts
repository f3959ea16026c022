const TAB_WIDTH = 4;
const NAME = String.raw`[#\p{ID_Start}$_][\p{ID_Continue}$]*`;
const MODIFIERS = String.raw`(?:(?:export|default|declare|public|private|protected|internal|static|abstract|final|async|readonly|override|virtual|sealed|partial|data|open|inline|suspend|unsafe|extern|pub(?:\([a-z ]{1,20}\))?|get|set) )*`;

/** `class Cart`, `function total(`, `def total(`, `func (c *Cart) total(`, `impl Drop for Cart`. */
const KEYWORD = new RegExp(
	String.raw`^${MODIFIERS}(?:function ?\* ?|(?:function|class|interface|enum|namespace|module|def|fn|fun|struct|trait|object|protocol|record|union|mod) |func (?:\((?:\w+ )?\*?(?<receiver>\w+)[^)]{0,80}\) ?)?|impl(?:<[^>]{0,80}>)? (?:[\w:<>]{1,80} for )?)(?<name>${NAME})`,
	'u',
);
/** `const total = (` and `total: function () {`: a name for what the next lines hold. */
const VALUE = new RegExp(
	String.raw`^${MODIFIERS}(?:(?:const|let|var|val) )?(?<name>${NAME}) ?(?::[^=(]{0,80})?[:=] ?(?:async ?)?(?:function\b|\(|\{$|\[$|${NAME} ?=>|<)`,
	'u',
);
/** `total(rate: number): number {`, `int total(int rate) {`, and without the brace where that stands below. */
const METHOD = new RegExp(
	String.raw`^${MODIFIERS}(?:[\p{ID_Start}_][\p{ID_Continue}<>[\]*&:,.?]* ){0,4}\*?(?<name>${NAME}) ?(?:<[^>(]{0,80}> ?)?\(`,
	'u',
);
const NO_METHOD =
	/^(?:if|for|foreach|while|until|switch|catch|return|with|await|new|throw|typeof|else|do|super|elif|except|match|when|using|lock|yield|delete|case|assert|print|describe|test|it|suite|beforeEach|afterEach)\b/;

/**
 * The declarations that a line of source lies in, outermost first and joined by dots, such as `Cart.total`; undefined at the top
 * of a file. Read from the indentation, so that it costs no question to a language server: a line whose surroundings are not
 * indented like code has no name, rather than a wrong one.
 */
export function enclosingName(lines: readonly string[], line: number): string | undefined {
	const names: string[] = [];
	let limit = indentOf(lines[line - 1] ?? '');
	/** The lines below continue a signature, or a brace that stands alone: what opens them has the same indentation. */
	let opened = false;
	for (let index = line - 2; index >= 0 && limit > 0; index--) {
		const source = lines[index] ?? '';
		const indent = indentOf(source);
		const content = indent < limit ? source.trim().replaceAll(/\s+/g, ' ') : '';
		if (content === '') {
			continue;
		}
		if (/^[)}\]{]/.test(content)) {
			opened = content.endsWith('{') && !content.startsWith('}');
			limit = indent + 1;
			continue;
		}
		const name = declaredName(content, opened);
		if (name !== undefined) {
			names.unshift(name);
		}
		opened = false;
		limit = indent;
	}
	return names.length === 0 ? undefined : names.join('.');
}

function declaredName(content: string, opened: boolean): string | undefined {
	const { name, receiver } = KEYWORD.exec(content)?.groups ?? {};
	if (name !== undefined) {
		return receiver === undefined ? name : `${receiver}.${name}`;
	}
	const value = VALUE.exec(content)?.groups?.['name'];
	if (value !== undefined && /[{([=>]$/.test(content)) {
		return value;
	}
	const isOpening = opened || (content.endsWith('{') && !/=>|\bfunction\b/.test(content));
	return isOpening && !NO_METHOD.test(content) ? METHOD.exec(content)?.groups?.['name'] : undefined;
}

function indentOf(line: string): number {
	let width = 0;
	for (const character of line) {
		if (character === '\t') {
			width += TAB_WIDTH;
		} else if (character === ' ') {
			width++;
		} else {
			return width;
		}
	}
	return width;
}
