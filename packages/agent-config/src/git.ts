import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, delimiter, dirname, isAbsolute, join, resolve } from 'node:path';
import { gitEnvironment, gitOptions, gitSettings } from '@hawser/core/protection/git-environment.ts';
import { linkOnTheWay } from './link-on-the-way.ts';

/** Git's view of a file. */
export interface GitFacts {
	/** Undefined when there is a repository but no git, or one that does not answer. */
	tracked: boolean | undefined;
	/** The line of the repository's own exclude file that would keep the file out; absent when it is kept out already. */
	exclude?: { file: string; line: string };
}

const NO_REPOSITORY: GitFacts = { tracked: false };
const TIME_LIMIT = 10_000;

/** Nothing is started outside a repository. */
export async function askGit(file: string, program = 'git'): Promise<GitFacts> {
	const folder = dirname(file);
	if (!isInRepository(folder)) {
		return NO_REPOSITORY;
	}
	const name = basename(file);
	const run = (...args: string[]) => runGit(program, folder, args);
	const [listed, ignored, places] = await Promise.all([
		run('ls-files', '--error-unmatch', '--', name),
		run('check-ignore', '--verbose', '--', name),
		run('rev-parse', '--show-prefix', '--git-path', 'info/exclude'),
	]);
	const tracked = listed.code === 0 ? true : listed.code === 1 ? false : undefined;
	const [prefix, excludeFile] = places.output.split('\n');
	if (places.code !== 0 || prefix === undefined || excludeFile === undefined || excludeFile === '') {
		return { tracked };
	}
	const excludes = resolve(folder, excludeFile);
	if (linkOnTheWay(dirname(dirname(excludes)), excludes) !== undefined) {
		// What is written into a link ends up somewhere else, and a secret must not stand in a file that git may take.
		return { tracked: tracked === true ? true : undefined };
	}
	const line = `/${escapePattern(prefix)}${name}`;
	// As `.gitignore:3:*.json<tab>.mcp.json`; a drive letter may come before the first colon that matters.
	const source = /:\d+:/.exec(ignored.output);
	const pattern = source ? ignored.output.slice(source.index + source[0].length, ignored.output.lastIndexOf('\t')) : '';
	const isKeptOut = ignored.code === 0 && !pattern.startsWith('!') && pattern !== line;
	return { tracked, ...(!isKeptOut && { exclude: { file: excludes, line } }) };
}

function isInRepository(folder: string): boolean {
	for (let path = folder; ; path = dirname(path)) {
		if (existsSync(join(path, '.git'))) {
			return true;
		}
		if (dirname(path) === path) {
			return false;
		}
	}
}

function escapePattern(prefix: string): string {
	return prefix.replaceAll(/[\\*?[]/g, String.raw`\$&`);
}

interface GitAnswer {
	/** Undefined when git could not be run or was ended. */
	code: number | undefined;
	output: string;
}

async function runGit(program: string, folder: string, args: readonly string[]): Promise<GitAnswer> {
	const environment = { effect: 'reads', delimiter, isAbsolute } as const;
	const env = gitEnvironment(process.env, environment);
	const options = { cwd: folder, env, timeout: TIME_LIMIT, windowsHide: true };
	return new Promise(answer => {
		execFile(onPath(program, env), [...gitOptions(gitSettings(environment)), ...args], options, (error, output) => {
			const code = error === null ? 0 : typeof error.code === 'number' ? error.code : undefined;
			answer({ code, output });
		});
	});
}

/** By its whole path: Windows would look for the program in the working directory first, which is the project's. */
function onPath(program: string, env: Readonly<Record<string, string>>): string {
	if (process.platform !== 'win32' || isAbsolute(program)) {
		return program;
	}
	const folders = Object.entries(env).find(([name]) => /^PATH$/i.test(name))?.[1] ?? '';
	const places = folders.split(delimiter).map(place => join(place, `${program}.exe`));
	return places.find(place => existsSync(place)) ?? join(folders.split(delimiter)[0] ?? '', `${program}.exe`);
}
