/** Fails when a page links to what is not there, names a source file that is gone, or cannot be reached from the README. */
import { globSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, join, posix } from 'node:path';
import { ROOT } from './build/artefacts.ts';

const SOURCE_FILE = /^\w[\w.-]*(?:\/[\w.-]+)*\.(?:ts|mjs)$/;
/** A name without a folder, and files of a user's project, are no claim about this repository. */
const EXAMPLE = /^src\/|^[^/]*$/;
/** Pages for those who work on Hawser: there every name is one of ours. */
const ABOUT_THE_SOURCE = new Set(['docs/architecture.md', 'CONTRIBUTING.md', 'packages/headless/README.md']);

const slashed = (path: string) => path.replaceAll('\\', '/');
const pages = globSync(['*.md', 'docs/**/*.md', 'packages/*/README.md'], { cwd: ROOT }).map(slashed).sort();
const sources = globSync('{packages,tests,scripts,bench}/**/*.{ts,mjs}', {
	cwd: ROOT,
	exclude: path => ['node_modules', 'dist'].includes(basename(path)),
}).map(path => `/${slashed(path)}`);

const texts = new Map(pages.map(page => [page, readFileSync(join(ROOT, page), 'utf8')]));
/** What stands in fences is an example, not a link. */
const prose = new Map([...texts].map(([page, text]) => [page, text.replaceAll(/^```.*?^```$/gms, '')]));

const problems = [
	...pages.flatMap(page => linksOf(page).flatMap(link => brokenLink(page, link))),
	...pages.flatMap(page => namesOf(page).flatMap(name => missingSource(page, name))),
	...unreachable().map(page => `No page that README.md leads to links to ${page}.`),
];
for (const problem of problems) {
	console.error(problem);
}
process.exitCode = problems.length > 0 || pages.length === 0 ? 1 : 0;

/** Targets of links and pictures in this repository. */
function linksOf(page: string): readonly string[] {
	const targets = [...(prose.get(page) ?? '').matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
	return targets.filter(target => !/^[a-z]+:/.test(target));
}

/** The path of a link's file, from the root of the repository. */
function fileOf(page: string, link: string): string {
	const [path = ''] = link.split('#');
	return path === '' ? page : posix.join(dirname(page), path);
}

function brokenLink(page: string, link: string): readonly string[] {
	const file = fileOf(page, link);
	if (statSync(join(ROOT, file), { throwIfNoEntry: false }) === undefined) {
		return [`${page} links to ${link}, which does not exist.`];
	}
	const [, anchor] = link.split('#');
	const text = texts.get(file);
	return anchor === undefined || text === undefined || anchorsOf(text).has(anchor)
		? []
		: [`${page} links to ${link}, but ${file} has no such heading.`];
}

/** As GitHub makes them of headings. */
function anchorsOf(text: string): ReadonlySet<string> {
	const headings = [...text.replaceAll(/^```.*?^```$/gms, '').matchAll(/^#+ (.*)$/gm)];
	return new Set(
		headings.map(([, heading = '']) =>
			heading
				.toLowerCase()
				.replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
				.replaceAll(' ', '-'),
		),
	);
}

function namesOf(page: string): readonly string[] {
	const quoted = [...(prose.get(page) ?? '').matchAll(/`([^`\n]+)`/g)].map(([, name = '']) => name);
	return quoted.filter(name => SOURCE_FILE.test(name) && (ABOUT_THE_SOURCE.has(page) || !EXAMPLE.test(name)));
}

/** A package's page names its own files; others name a file by as much of its path as tells it from others. */
function missingSource(page: string, name: string): readonly string[] {
	const end = page.startsWith('packages/') ? posix.join('/', dirname(page), name) : `/${name}`;
	return sources.some(source => source.endsWith(end)) ? [] : [`${page} names ${name}, which does not exist.`];
}

/** Pages of docs that no chain of links leads to. */
function unreachable(): readonly string[] {
	const reached = new Set(['README.md']);
	for (const page of reached) {
		for (const link of linksOf(page)) {
			reached.add(fileOf(page, link));
		}
	}
	return pages.filter(page => page.startsWith('docs/') && !reached.has(page));
}
