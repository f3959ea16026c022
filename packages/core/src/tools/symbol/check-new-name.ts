import { ToolError } from '../../errors/tool-error.ts';

const SCRIPTS = new Set(['typescript', 'typescriptreact', 'javascript', 'javascriptreact']);
const PROSE = new Set(['markdown', 'plaintext', 'restructuredtext', 'latex']);
/** Languages whose names are more than identifiers: `--main-colour`, `.card`, `my-element`, a quoted key. */
const MARKUP = new Set([
	'css',
	'scss',
	'less',
	'html',
	'xml',
	'json',
	'jsonc',
	'yaml',
	'vue',
	'svelte',
	'clojure',
	'lisp',
]);

const IDENTIFIER = /^[\p{ID_Start}$_][\p{ID_Continue}$\u200c\u200d]*$/u;
/** Also `name?` and `name!` of Ruby, `name'` of Haskell, `@name`, `$name`, Rust's `r#name`. */
const LOOSE_IDENTIFIER = /^(?:r#|@@?)?[\p{ID_Start}$_][\p{ID_Continue}$]*[?!']*$/u;
const ONE_WORD = /^[^\s{}()[\];,"'`<>]+$/u;

/** Not allowed as the name of a variable, function, class or type; fine as the name of a member. */
const RESERVED = new Set(
	(
		'break case catch class const continue debugger default delete do else enum export extends false finally for function if ' +
		'implements import in instanceof interface let new null package private protected public return static super switch this ' +
		'throw true try typeof var void while with yield await'
	).split(' '),
);
const MEMBERS = new Set(['method', 'property', 'field', 'enum member']);

/** Language servers rename to anything: `1 2` and `class` are written into every file without a word. */
export function checkNewName(
	newName: string,
	{ language, kind }: { language: string; kind: string | undefined },
): void {
	const problem = SCRIPTS.has(language) ? scriptProblem(newName, kind) : otherProblem(newName, language);
	if (problem !== undefined) {
		throw new ToolError('E_INVALID_NAME', `${JSON.stringify(newName)} ${problem}.`);
	}
}

function scriptProblem(newName: string, kind: string | undefined): string | undefined {
	if (!IDENTIFIER.test(newName.replace(/^#/, ''))) {
		return 'is not an identifier';
	}
	return RESERVED.has(newName) && !MEMBERS.has(kind ?? '') ? 'is a reserved word' : undefined;
}

function otherProblem(newName: string, language: string): string | undefined {
	if (newName.trim() === '' || /[\r\n\0]/.test(newName)) {
		return 'is not a name';
	}
	if (PROSE.has(language)) {
		return undefined;
	}
	return (MARKUP.has(language) ? ONE_WORD : LOOSE_IDENTIFIER).test(newName)
		? undefined
		: `is not a name in ${language} files`;
}
