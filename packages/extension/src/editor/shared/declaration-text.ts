import { replaceBetween } from '@hawser/core/text/linear-text.ts';

/** Words that open a declaration in one language or another. */
const KEYWORD =
	/\b(?:def|class|func|fun|fn|function|struct|enum|union|interface|trait|type|typedef|module|namespace|const|let|var|val|define|record|object|protocol|sub|proc|macro_rules)\b/;
/** What stands before and after a name that is declared without such a word: types, and then parameters or a value. */
const TYPES_BEFORE = /^[\p{ID_Continue}\s*&:<>,[\]~$@]*$/u;
const DECLARED_AFTER = /^\s*(?:[({=:;,]|$)/;
const PARAMETERS_AFTER = /^\s*\(/;
/** Words before a name that is used: no type is called so. */
const USED_BEFORE = /\b(?:return|else|case|goto|throw|await|yield|new|delete|do|in|not|and|or|if|while)\s*$/;
/** Languages in which every function is declared with a word of its own: a name with a bracket behind it and no such word is a call. */
const WORDS_FOR_FUNCTIONS: ReadonlySet<string> = new Set(
	'python go rust php ruby lua kotlin swift scala elixir julia'.split(' '),
);
/** Languages in which one file declares what another defines. */
const DECLARED_APART: ReadonlySet<string> = new Set(['c', 'cpp', 'cuda-cpp', 'objective-c', 'objective-cpp']);
/** Characters after a name in which its body, or the end of the declaration, is looked for. */
const MAX_HEAD = 2000;
/** Characters of a line before and after a name that are looked at: in a file of one line, the name may stand there a million times. */
const MAX_BESIDE = 400;

/** False where the line surely does not declare the name at this character. */
export function mayDeclare(line: string, character: number, name: string, languageId: string): boolean {
	const before = line.slice(Math.max(0, character - MAX_BESIDE), character);
	const after = line.slice(character + name.length, character + name.length + MAX_BESIDE);
	if (KEYWORD.test(before)) {
		return true;
	}
	if (!TYPES_BEFORE.test(before) || USED_BEFORE.test(before) || !DECLARED_AFTER.test(after)) {
		return false;
	}
	const hasParameters = PARAMETERS_AFTER.test(after);
	const isStatement = before.trim() === '' && after.trimEnd().endsWith(';');
	return !hasParameters || !(isStatement || WORDS_FOR_FUNCTIONS.has(languageId));
}

/** True in C and its relatives, where a header announces what a source defines. */
export function isDeclaredApart(languageId: string): boolean {
	return DECLARED_APART.has(languageId);
}

/** True when the name at this offset of a C source is only announced there: a prototype, `extern`, a class without a body. */
export function isAnnounced(text: string, offset: number): boolean {
	const before = lineBefore(text, offset);
	if (/\bextern\b/.test(before)) {
		return true;
	}
	const head = headAfter(text, offset);
	return head.end === ';' && (head.text.includes('(') || /^\s*(?:struct|class|union|enum)\s+$/.test(before));
}

/** True when the name at this offset of a C source may be defined there, with a body. */
export function mayDefine(text: string, offset: number, name: string, languageId: string): boolean {
	const before = lineBefore(text, offset);
	const [after = ''] = text.slice(offset, offset + MAX_BESIDE).split('\n', 1);
	return mayDeclare(before + after, before.length, name, languageId) && !isAnnounced(text, offset);
}

function lineBefore(text: string, offset: number): string {
	return (
		text
			.slice(Math.max(0, offset - MAX_BESIDE), offset)
			.split('\n')
			.at(-1) ?? ''
	);
}

/** What follows a name, up to the body or the end of its declaration. */
function headAfter(text: string, offset: number): { text: string; end: string } {
	const [head = '', end = ''] = text.slice(offset, offset + MAX_HEAD).split(/([;{])/, 2);
	return { text: head, end };
}

/** Some servers put the signature into the name, or the class before it. */
export function bareName(name: string): string {
	const withoutParameters = replaceBetween(name, '(', ')', () => '').trim();
	// `impl From<Str> for std::ffi::OsStr` is no declaration of the last word.
	if (/\s/.test(withoutParameters)) {
		return withoutParameters;
	}
	return withoutParameters.split(/::|[.#]/).at(-1) ?? withoutParameters;
}

const NAME_PART = /^[\p{ID_Continue}$]$/u;

/** The whole name of which this character is a part, and where it begins. */
export function nameAround(line: string, character: number): { name: string; start: number } {
	const isPart = (at: number) => Math.abs(at - character) < MAX_BESIDE && NAME_PART.test(line.charAt(at));
	let start = character;
	while (isPart(start - 1)) {
		start--;
	}
	let end = character;
	while (isPart(end)) {
		end++;
	}
	return { name: line.slice(start, end), start };
}
