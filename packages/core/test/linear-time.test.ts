import { expect, test } from 'vitest';
import { growthOf, repeated } from '../../../tests/support/growth.ts';
import { protectionOf } from '../src/protection/protected-paths.ts';
import { protectionOfSetting } from '../src/protection/protected-settings.ts';
import { createRedactor } from '../src/runtime/redact-secrets.ts';
import { findConflicts } from '../src/text/conflict-pieces.ts';
import { enclosingName } from '../src/text/enclosing-name.ts';
import { globMatcher, rootedGlobs, splitGlobs } from '../src/text/glob.ts';
import { diffLines } from '../src/text/line-diff.ts';
import { nearestName } from '../src/text/nearest-name.ts';
import { nearestText } from '../src/text/nearest-text.ts';
import { showHiddenCharacters } from '../src/text/show-hidden-characters.ts';
import { rankPaths } from '../src/tools/file/rank-paths.ts';
import { plainMarkdown } from '../src/tools/symbol/plain-markdown.ts';

const redact = (text: string) => createRedactor(['own-token-of-this-window']).redact(text);
const matchDeep = (glob: string) => {
	const matches = globMatcher(rootedGlobs(glob));
	return (path: string) => matches(path);
};

/** Each reader of text from a repository or an agent, with the input that is worst for it. */
const WORST: readonly [name: string, input: (size: number) => string, work: (text: string) => unknown][] = [
	['glob with six **/', repeated('a/'), matchDeep('**/a/**/a/**/a/**/a/**/a/**/a/**/b')],
	['glob with many stars', repeated('a'), matchDeep('*a*a*a*a*a*a*a*a*b')],
	['glob with sets', repeated('ab/'), matchDeep('**/[ab]?/**/[!c]*/**/*[z]')],
	['list of globs, braces', repeated('{'), splitGlobs],
	['list of globs, escapes', repeated('\\{\\'), splitGlobs],
	['one glob, slashes', repeated('/', { tail: 'x' }), text => attempt(() => rootedGlobs(text))],
	['one glob, braces in a row', repeated('{a}'), text => attempt(() => rootedGlobs(text))],
	[
		'one glob, nested braces',
		size => '{'.repeat(size / 2) + '}'.repeat(size / 2),
		text => attempt(() => rootedGlobs(text)),
	],
	['protected path, dots', repeated('. ', { tail: 'x' }), protectionOf],
	['protected path, parts', repeated('.git/'), protectionOf],
	['protected setting', repeated('aB'), text => protectionOfSetting(text, false)],
	['redactor, private keys', repeated('-----BEGIN PRIVATE KEY-----'), redact],
	['redactor, private keys without end', repeated('-----BEGIN PRIVATE KEY-----\nMIIE'), redact],
	['redactor, connection strings', repeated('a://a:a'), redact],
	['redactor, long scheme', repeated('a', { tail: '://' }), redact],
	['redactor, schemes', repeated('a.b+c-', { tail: '://' }), redact],
	['redactor, password without end', repeated('a', { head: 'postgres://a:' }), redact],
	['redactor, tokens of JSON', repeated('eyJ-'), redact],
	['redactor, tokens of JSON with a dot', repeated('eyJhbGciOi.'), redact],
	['redactor, model keys', repeated('sk-'), redact],
	['redactor, AWS', repeated('secret_access_key = '), redact],
	['redactor, AWS spaces', repeated(' ', { head: 'secret_access_key' }), redact],
	['redactor, bearer', repeated('authorization: '), redact],
	['redactor, bearer spaces', repeated(' ', { head: 'authorization' }), redact],
	['redactor, Azure', repeated('8Q~'), redact],
	['redactor, digits', repeated('1', { tail: 'AKIA' }), redact],
	['redactor, base64', repeated('A1b2', { tail: 'AKIA sk- eyJ' }), redact],
	['enclosing name, deep lines', repeated('\n\ta'), text => enclosingName(text.split('\n'), text.split('\n').length)],
	['enclosing name, types', repeated('a<>b ', { tail: '(\n\tb' }), text => enclosingName(text.split('\n'), 2)],
	[
		'enclosing name, brackets',
		repeated('<(', { head: 'a', tail: '{\n\tb' }),
		text => enclosingName(text.split('\n'), 2),
	],
	['hidden characters', repeated('\u200d'), showHiddenCharacters],
	['hidden characters after emoji', repeated('\u2764\ufe0f\u200d'), showHiddenCharacters],
	['selectors', repeated('\u{E0100}'), showHiddenCharacters],
	['conflicts, opening markers', repeated('<<<<<<<\n<<<<<<<<\n<<<<<<<<<\n'), text => findConflicts(text)],
	[
		'conflicts, markers in the middle',
		repeated('=======\n', { head: '<<<<<<<\n', tail: '>>>>>>>' }),
		text => findConflicts(text),
	],
	[
		'conflicts, unclear pieces',
		repeated('<<<<<<<\n=======\n=======\n>>>>>>>\n'),
		text => findConflicts(text, { ours: text, theirs: text }),
	],
	['markdown, comments', repeated('<!--'), plainMarkdown],
	['markdown, pictures', repeated('![]('), plainMarkdown],
	['markdown, brackets', repeated('['), plainMarkdown],
	['markdown, command links', repeated('[](command:'), plainMarkdown],
	['markdown, fence', repeated('`'), plainMarkdown],
	['markdown, fences', repeated('```\n~~~\n'), plainMarkdown],
	['markdown, longer fences', repeated('```a\n````b\n`````\n'), plainMarkdown],
	['markdown, spaces', repeated(' ', { tail: 'x' }), plainMarkdown],
	['markdown, blank lines', repeated('\n', { tail: 'x' }), plainMarkdown],
	['markdown, tags', repeated('<a '), plainMarkdown],
	['markdown, carriage returns', repeated('\r', { tail: 'x' }), plainMarkdown],
	['names', repeated('a'), text => nearestName(text, ['aaaa', 'bbbb', text])],
	['edit that does not match', repeated('a b\n'), text => nearestText(text, text.replaceAll('\n', ' '))],
	['paths', repeated('aA'), text => rankPaths([text], 'aAaA')],
	['diff of lines', repeated('a\nb\n'), text => diffLines(text.split('\n'), `${text.slice(2)}c\n`.split('\n'))],
];

function attempt(work: () => unknown): unknown {
	try {
		return work();
	} catch (error) {
		return error;
	}
}

test.each(WORST)('%s: twice the text takes twice the time', async (_name, input, work) => {
	expect(await growthOf(input, work)).toEqual({ superLinearAt: undefined });
});
