import type { DiffHunk, FileChange, FileDiff } from '@hawser/core/ports/git.ts';
import { splitHunk } from './split-hunk.ts';
import { readName, unquote } from './unquote.ts';

/** Arguments under which git prints what `parseDiff` reads, whatever the user has configured, and starts no program. */
export const DIFF_ARGUMENTS = [
	'--patch',
	'--no-color',
	'--no-ext-diff',
	'--no-textconv',
	'--find-renames',
	'--submodule=short',
	'--src-prefix=a/',
	'--dst-prefix=b/',
	'--full-index',
] as const;

/** Reads a patch of git, file by file. Lines of content never begin a section: they start with a sign or a space. */
export function parseDiff(output: string): FileDiff[] {
	// Files in conflict of which a side is gone; git_status tells of them.
	const patch = output.replaceAll(/^\* Unmerged path .*\n?/gm, '');
	const starts = [...patch.matchAll(/^diff --(?:git|cc|combined) /gm)].map(({ index }) => index);
	return starts.map((start, index) => parseFile(patch.slice(start, starts[index + 1])));
}

function parseFile(section: string): FileDiff {
	const hunkStart = section.search(/^@@/m);
	const head = (hunkStart === -1 ? section : section.slice(0, hunkStart)).split('\n');
	const body = hunkStart === -1 ? '' : section.slice(hunkStart).replace(/\n$/, '');
	const field = (name: string) => {
		const line = head.find(candidate => candidate.startsWith(name));
		return line?.slice(name.length);
	};
	const from = field('rename from ') ?? field('copy from ');
	const to = field('rename to ') ?? field('copy to ');
	const path = to === undefined ? nameOf(head) : unquote(to);
	const hunks = hunksOf(body);
	const signs = countSigns(body);
	const mode = modeOf(field('old mode '), field('new mode '));
	return {
		path,
		change: changeOf(field),
		...(from !== undefined && { from: unquote(from) }),
		...(mode !== undefined && { mode }),
		...(head.some(line => /^(Binary files |GIT binary patch)/.test(line)) && { binary: true }),
		...signs,
		hunks,
	};
}

function changeOf(field: (name: string) => string | undefined): FileChange {
	if (field('new file mode ') !== undefined) {
		return 'added';
	}
	if (field('deleted file mode ') !== undefined) {
		return 'deleted';
	}
	if (field('rename from ') !== undefined) {
		return 'renamed';
	}
	return field('copy from ') === undefined ? 'modified' : 'copied';
}

function modeOf(oldMode: string | undefined, newMode: string | undefined): string | undefined {
	return oldMode === undefined || newMode === undefined ? undefined : `${oldMode} → ${newMode}`;
}

/** From `+++ b/…`, or `--- a/…` of a deleted file, or the first line where the content is not compared. */
function nameOf(head: readonly string[]): string {
	const named = (sign: string, prefix: string) => {
		const line = head.find(candidate => candidate.startsWith(`${sign} `) && candidate !== `${sign} /dev/null`);
		// A name with spaces ends in a tab here.
		return line === undefined
			? undefined
			: unquote(line.slice(4).replace(/\t$/, '')).replace(new RegExp(`^${prefix}/`), '');
	};
	return named('+++', 'b') ?? named('---', 'a') ?? nameOfFirstLine(head[0] ?? '');
}

function nameOfFirstLine(line: string): string {
	const combined = /^diff --(?:cc|combined) (.*)$/s.exec(line)?.[1];
	if (combined !== undefined) {
		return unquote(combined);
	}
	const names = line.slice('diff --git '.length);
	if (names.startsWith('"')) {
		return readName(names).name.replace(/^a\//, '');
	}
	// Both names are the same here, so one is half of it: "a/NAME b/NAME".
	return names.slice(2, (names.length - 1) / 2);
}

function hunksOf(body: string): DiffHunk[] {
	return body === '' ? [] : body.split(/\n(?=@@)/).flatMap(splitHunk);
}

function countSigns(body: string): { added: number; removed: number } {
	const columns = /^(@@+)/.exec(body)?.[1]?.length ?? 2;
	const signs = body
		.split('\n')
		.filter(line => !line.startsWith('@@'))
		.map(line => line.slice(0, columns - 1));
	return {
		added: signs.filter(sign => sign.includes('+')).length,
		removed: signs.filter(sign => sign.includes('-')).length,
	};
}
