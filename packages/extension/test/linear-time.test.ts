import { folderPattern } from '@hawser/manifests/folder-pattern.ts';
import { readProject } from '@hawser/manifests/read-project.ts';
import { expect, test } from 'vitest';
import { growthOf, repeated } from '../../../tests/support/growth.ts';
import { createThrownInOutput, framesIn } from '../src/editor/debug/recording/thrown-in-output.ts';
import { stillImports } from '../src/editor/files/import-specifiers.ts';
import { readJsonWithComments } from '../src/editor/imports/json-with-comments.ts';
import { readModule } from '../src/editor/imports/read-module.ts';
import { regexFailure } from '../src/editor/search/regex-failure.ts';
import { isAnnounced, mayDeclare, mayDefine, nameAround } from '../src/editor/shared/declaration-text.ts';
import { readTypeHead, typeHeadAround } from '../src/editor/symbols/class-heads.ts';
import { asksForInput } from '../src/editor/terminals/input-wanted.ts';
import { readFailureReport } from '../src/editor/tests/failure-report.ts';

/** A project that has just this manifest, and those beside it. */
const project =
	(name: string, others: Readonly<Record<string, string>> = {}) =>
	(text: string) => {
		const files = new Map(Object.entries({ ...others, [name]: text }));
		return readProject({ paths: [...files.keys()], text: path => Promise.resolve(files.get(path)) });
	};
const printed = (line: string) => {
	const take = createThrownInOutput(() => undefined);
	take('Error: it broke');
	take(line);
};

/** What is asked of each mention of a name that is looked at, the last ones here, in a file of one line. */
const declared = (text: string) => {
	for (
		let at = text.lastIndexOf('name'), left = 1000;
		at !== -1 && left > 0;
		left--, at = text.lastIndexOf('name', at - 1)
	) {
		const { name, start } = nameAround(text, at);
		mayDeclare(text, start, name, 'c');
		mayDefine(text, at, 'name', 'c');
		isAnnounced(text, at);
	}
};

const WORST: readonly [name: string, input: (size: number) => string, work: (text: string) => unknown][] = [
	['declarations, one long line', repeated('name '), declared],
	['XML, comments', repeated('<!--'), project('pom.xml')],
	['XML, character data', repeated('<![CDATA['), project('pom.xml')],
	['XML, instructions', repeated('<?'), project('app.csproj')],
	['XML, tags', repeated('<a b="c" '), project('app.csproj')],
	['XML, names', repeated('a', { head: '<' }), project('pom.xml')],
	['XML, quotes', repeated('<a b="'), project('pom.xml')],
	['XML, attributes', repeated(' a="b"', { head: '<a', tail: '/>' }), project('pom.xml')],
	['XML, spaces', repeated(' ', { head: '<a' }), project('pom.xml')],
	['XML, depth', size => '<a>'.repeat(size / 7) + '</a>'.repeat(size / 7), project('app.csproj')],
	['XML, entities', repeated('&#'), project('pom.xml')],
	[
		'Maven, managed versions',
		size => pom(Math.ceil(size / 200), '<dependency><groupId>g</groupId><artifactId>a#</artifactId></dependency>'),
		project('pom.xml'),
	],
	[
		'Maven, properties that are not closed',
		repeated('${', { head: '<project><version>', tail: '</version></project>' }),
		project('pom.xml'),
	],
	['Gradle, comments', repeated('/*'), project('build.gradle')],
	['Gradle, slashes', repeated('://'), project('build.gradle')],
	['Gradle, one long line', repeated('b', { head: 'implementation "a:' }), project('build.gradle')],
	['Gradle, spaces', repeated(' ', { head: 'implementation' }), project('build.gradle')],
	['Gradle, configurations', repeated('implementation'), project('build.gradle')],
	['Gradle, words', repeated('api '), project('build.gradle')],
	['Gradle, accessors', repeated('a', { head: 'api ' }), project('build.gradle')],
	['Gradle, version', repeated('\n', { tail: 'version' }), project('build.gradle')],
	['Gradle, spaces after version', repeated(' ', { head: 'version' }), project('build.gradle')],
	[
		'Gradle, includes',
		size => `include ${Array.from({ length: size / 10 }, (_, index) => `'p${index}'`).join(', ')}`,
		project('settings.gradle'),
	],
	['Gradle, spaces in includes', repeated(' ', { head: "include 'a'" }), project('settings.gradle')],
	['Gradle, open includes', repeated('include "'), project('settings.gradle')],
	['Gradle, folders', repeated('project(":a").projectDir = file('), project('settings.gradle')],
	['Gradle, lock', repeated('a:', { tail: 'b' }), project('gradle.lockfile', { 'build.gradle': '' })],
	['Gemfile, spaces', repeated(' ', { head: 'gem' }), project('Gemfile')],
	['Gemfile, comments', repeated(' #', { tail: '\u2028' }), project('Gemfile')],
	['Gemfile, groups', repeated(' ', { head: "gem 'a', group: [" }), project('Gemfile')],
	['Gemfile, blocks', repeated('do |'), project('Gemfile')],
	['gemspec', repeated(' ', { head: 's.add_dependency' }), project('a.gemspec')],
	['gemspec, quotes', repeated('.add_dependency "'), project('a.gemspec')],
	['Gemfile.lock', repeated('\n    a (\n'), project('Gemfile.lock', { Gemfile: '' })],
	['setup.py', repeated('install_requires=['), project('setup.py')],
	['setup.cfg', repeated('  \n', { head: 'install_requires =\n', tail: 'x' }), project('setup.cfg')],
	['setup.cfg, spaces', repeated(' ', { head: 'install_requires' }), project('setup.cfg')],
	['requirements, spaces', repeated(' ', { head: 'a' }), project('requirements.txt')],
	['requirements, extras', repeated('a['), project('requirements.txt')],
	['requirements, name', repeated('a-', { tail: '!' }), project('requirements.txt')],
	['requirements, hashes', repeated(' \t', { head: 'a==1', tail: '-' }), project('requirements.txt')],
	['requirements, lines', repeated('a==1\n'), project('requirements.txt')],
	['yarn.lock', repeated('a@1, ', { tail: ':\n  version "1"' }), project('yarn.lock', { 'package.json': '{}' })],
	['go.mod', repeated('require a v1\n'), project('go.mod')],
	['solution', repeated('Project("'), project('a.sln')],
	['workspaces with many stars', repeated('a'), text => folderPattern('*a*a*a*a*a*a*b').test(text)],
	['workspaces with **', repeated('a/'), text => folderPattern('**/a/**/a/**/a/**/a/**/b').test(text)],
	['workspaces, braces', repeated('{'), folderPattern],
	['stack, place', repeated('0', { head: '    at ' }), printed],
	['stack, spaces', repeated(' ', { head: '    at f' }), printed],
	['stack, paths', repeated('/a', { head: '    at f (' }), printed],
	['stack, lines of .NET', repeated(' in ::line', { head: '    at ' }), printed],
	['stack, properties', repeated(' {{', { head: '    at ', tail: '\u2028' }), printed],
	['stack, numbers', repeated(':1', { head: '    at ', tail: 'x' }), printed],
	['stack, many lines', repeated('    at f (/a.js:1:2)\n'), framesIn],
	[
		'traceback',
		repeated('", line 1, in ', { head: 'Traceback (most recent call last):\n  File "' }),
		text => {
			const take = createThrownInOutput(() => undefined);
			for (const line of text.split('\n')) {
				take(line);
			}
		},
	],
	['class head, comments', repeated('/*', { head: 'class A ' }), text => readTypeHead(text, 0)],
	['class head, quotes', repeated('\\"', { head: 'class A ' }), text => readTypeHead(text, 0)],
	['class heads', repeated('class '), text => typeHeadAround(text, text.length)],
	['class heads in lines', repeated('class A\n'), text => typeHeadAround(text, text.length)],
	['imports', repeated(' ', { head: 'from' }), text => stillImports(text, ['./a'])],
	['imports, words', repeated('from '), text => stillImports(text, ['./a'])],
	['modules, comments', repeated('import /*'), text => readModule('a.ts', text)],
	['modules, lines of comments', repeated('import //import\n'), text => readModule('a.ts', text)],
	['modules, spaces', repeated(' ', { head: 'import' }), text => readModule('a.ts', text)],
	['modules, empty lines', repeated('\n'), text => readModule('a.ts', text)],
	['modules, quotes', repeated('from "'), text => readModule('a.ts', text)],
	['modules, references', repeated('<reference '), text => readModule('a.ts', text)],
	['modules, declarations', repeated('declare '), text => readModule('a.ts', text)],
	['JSON, comments', repeated('/*'), readJsonWithComments],
	['JSON, quotes', repeated('\\"', { head: '"' }), readJsonWithComments],
	['message of ripgrep', repeated('PCRE2: '), regexFailure],
	['message of ripgrep, colons', repeated(':', { head: 'PCRE2: ' }), regexFailure],
	['last line of a terminal', repeated('password'), asksForInput],
	['report of tests', repeated('<testFailure name="a" path="">\n'), readFailureReport],
	[
		'report of tests, messages',
		repeated('<message>\n', { head: '<testFailure name="a" path="">\n', tail: '</testFailure>' }),
		readFailureReport,
	],
	['report of tests, names', repeated('\\"', { head: '<testFailure name="' }), readFailureReport],
];

function pom(count: number, dependency: string): string {
	const all = Array.from({ length: count }, (_, index) => dependency.replace('#', String(index))).join('');
	return `<project><dependencyManagement><dependencies>${all}</dependencies></dependencyManagement><dependencies>${all}</dependencies></project>`;
}

test.each(WORST)('twice the text takes twice the time: %s', async (_name, input, work) => {
	expect(await growthOf(input, work)).toEqual({ superLinearAt: undefined });
});

test('properties of Maven that stand for each other many times do not fill the memory', async () => {
	const properties = Array.from(
		{ length: 20 },
		(_, index) => `<p${index}>${`\${p${index + 1}}`.repeat(10)}</p${index}>`,
	);
	const { modules } = await project('pom.xml')(
		`<project><artifactId>a</artifactId><version>\${p0}</version><properties>${properties.join('')}</properties></project>`,
	);
	expect(modules[0]?.version?.length).toBeLessThan(20_000);
});

test('endlessly nested elements make a file unreadable, not the whole project', async () => {
	const deep = '<a>'.repeat(50_000) + '</a>'.repeat(50_000);
	const { modules, unreadable } = await project('deep.csproj', { 'package.json': '{"name":"fine"}' })(deep);
	expect(modules.map(({ name }) => name)).toContain('fine');
	expect(unreadable.map(({ path }) => path)).toContain('deep.csproj');
});
