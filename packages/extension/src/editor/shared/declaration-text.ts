import { replaceBetween } from '@hawser/core/text/linear-text.ts';

/** Words that open a declaration in one language or another. */
const KEYWORD =
	/\b(?:def\w*|class|func|fun|fn|function|struct|enum|union|interface|trait|type|typedef|module|namespace|const|let|var|val|define|record|object|protocol|sub|proc|macro|macro_rules|newtype|data|template|factory|static|public|private|protected|internal|extern)\b/;
/** Words before a name that is used: no type is called so. */
const USED_BEFORE =
	/\b(?:return|else|goto|throw|await|yield|new|delete|do|in|not|and|or|if|while|import|from|use|using|extends|implements|typeof|instanceof)\s*$/;
/** Languages in which this word declares one of the values of a type; elsewhere it tells them apart. */
const CASES: ReadonlySet<string> = new Set('swift scala php'.split(' '));
const CASE_BEFORE = /\bcase\s+$/;
/** A member is declared where it is given a value, and used elsewhere. */
const MEMBER_BEFORE = /(?:\.|->)\s*$/;
/** What stands before a value: a sign of calculation or comparison, a question apart from the type before it. */
const VALUE_BEFORE = /(?:[+/%^~]|[\s(]-|&&|\|\||[=!]=|[\s(]!|\s\?)\s*$/;
const ASSIGNED_AFTER = /^\s*=(?![=>])/;
const DECLARED_AFTER = /^\s*(?:[({[<=:;,?!|)]|->|\bdo\b|\bstruct\b|\binterface\b|$)/;
const PARAMETERS_AFTER = /^\s*\(/;
/** What follows the parameters of something that is declared without a word: a result, a body, a comma. */
const BODY_AFTER = /\)\s*(?:[^\s;)].*|=.*)$/;
/** In Go and its relatives a type follows the name. */
const TYPE_AFTER = /^\s+[\w*[\].]/;
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

/** False where the line surely does not declare the name at this character: the outline of the file tells what it really does. */
export function mayDeclare(line: string, character: number, name: string, languageId: string): boolean {
	const before = line.slice(Math.max(0, character - MAX_BESIDE), character);
	const after = line.slice(character + name.length, character + name.length + MAX_BESIDE);
	if (KEYWORD.test(before) || (CASES.has(languageId) && CASE_BEFORE.test(before))) {
		return true;
	}
	const isAssigned = ASSIGNED_AFTER.test(after);
	const isUsed =
		USED_BEFORE.test(before) ||
		CASE_BEFORE.test(before) ||
		VALUE_BEFORE.test(before) ||
		(MEMBER_BEFORE.test(before) && !isAssigned);
	if (isUsed || isWithinBrackets(before) || (!isAssigned && isAssignedTo(before))) {
		return false;
	}
	if (!DECLARED_AFTER.test(after)) {
		return languageId === 'go' && TYPE_AFTER.test(after);
	}
	return !PARAMETERS_AFTER.test(after) || !isCall(before, after, name, languageId);
}

/** A name with brackets behind it, in a line of its own. */
function isCall(before: string, after: string, name: string, languageId: string): boolean {
	const isFirst = before.trim() === '';
	if (WORDS_FOR_FUNCTIONS.has(languageId)) {
		return !isFirst || !BODY_AFTER.test(after);
	}
	// The last value of an enumeration in Java looks like a call, but for its capitals.
	const isConstant = languageId === 'java' && name === name.toUpperCase();
	return isFirst && after.trimEnd().endsWith(';') && !isConstant;
}

/** True between brackets that are still open, unless only the signs of a pointer stand behind them: `int (*name)(int)`. */
function isWithinBrackets(before: string): boolean {
	const open: number[] = [];
	for (let at = 0; at < before.length; at++) {
		if ('(['.includes(before.charAt(at))) {
			open.push(at);
		} else if (')]'.includes(before.charAt(at))) {
			open.pop();
		}
	}
	const last = open.at(-1);
	// In a language of brackets, a word opens the declaration.
	return last !== undefined && !/^\s*[*&^]+\s*$/.test(before.slice(last + 1));
}

/** True where the name is a part of what is given to another one. */
function isAssignedTo(before: string): boolean {
	const outside = replaceBetween(
		replaceBetween(
			replaceBetween(before, '(', ')', () => ''),
			'[',
			']',
			() => '',
		),
		'<',
		'>',
		() => '',
	);
	const at = outside.search(/(?<![=!<>:+\-*/%&|^])=(?![=>])/);
	return at !== -1 && !outside.slice(at).includes(',');
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
	return head.end === ';' && (/^[^=(]*\(/.test(head.text) || /^\s*(?:struct|class|union|enum)\s+$/.test(before));
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
	const [, declared = name] = /^(?:def\w*|fun\w*|macro)\s+(\S.*)$/.exec(name) ?? [];
	const withoutParameters = replaceBetween(declared, '(', ')', () => '').trim();
	// `impl From<Str> for std::ffi::OsStr` is no declaration of the last word.
	const generics = withoutParameters.endsWith('>') ? withoutParameters.indexOf('<') : -1;
	const plain = generics > 0 ? withoutParameters.slice(0, generics) : withoutParameters;
	if (/\s/.test(plain)) {
		return withoutParameters;
	}
	return (
		plain
			.replace(/\/\d+$|[?!=]$/, '')
			.split(/::|[.#]/)
			.at(-1) ?? withoutParameters
	);
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
