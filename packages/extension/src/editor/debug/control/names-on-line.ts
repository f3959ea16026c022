/** Words of the languages that are debugged most; the rest are looked for in vain, which costs nothing. */
const KEYWORDS = new Set(
	(
		'and as async await break case catch class const continue def default del delete do elif else enum except export extends ' +
		'false False finally for from fn func function if import in instanceof interface is lambda let match mut new None nil not null ' +
		'of or package pass private public raise return self static struct super switch this throw true True try type typeof ' +
		'undefined var void while with yield int long double float bool string char'
	).split(' '),
);
const STRINGS_AND_COMMENTS = /"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|\/\/.*/g;
const NAME = /(?<![\p{ID_Continue}$.])[\p{ID_Start}$_][\p{ID_Continue}$]*(?![\p{ID_Continue}$]|\s*\()/gu;

/** The variables that a line of source mentions: members of an object, calls and words of the language are none. */
export function namesOnLine(line: string): readonly string[] {
	const code = line.trimStart().startsWith('#') ? '' : line.replaceAll(STRINGS_AND_COMMENTS, ' ');
	const names = [...code.matchAll(NAME)].map(([name]) => name);
	return [...new Set(names)].filter(name => !KEYWORDS.has(name));
}
