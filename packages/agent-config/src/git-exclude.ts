import { mkdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { changeFile, type FileDecision, readTextFile } from './change-file.ts';
import type { ExcludeLine } from './config-record.ts';
import { linkOnTheWay } from './link-on-the-way.ts';

/** The effect of adding the line; undefined when the line is there already or the file cannot be read. */
export function planExclude(file: string, line: string): ExcludeLine | undefined {
	const before = readTextFile(file, gitFolder(file));
	if ('kind' in before || linesOf(before.text ?? '').includes(line)) {
		return undefined;
	}
	const { text } = before;
	return { file, line, created: text === undefined, glued: text !== undefined && text !== '' && !text.endsWith('\n') };
}

export function addExclude({ file, line }: ExcludeLine): void {
	if (linkOnTheWay(gitFolder(file), file) !== undefined) {
		return;
	}
	mkdirSync(dirname(file), { recursive: true });
	const edit = (text = ''): FileDecision => {
		const separator = text === '' || text.endsWith('\n') ? '' : '\n';
		return linesOf(text).includes(line) ? { kind: 'keep' } : { kind: 'write', text: `${text}${separator}${line}\n` };
	};
	changeFile(file, edit, { noLinksBelow: gitFolder(file) });
}

/** Takes the line out again, and the line break that we had to put before it. */
export function removeExclude({ file, line, glued, created }: ExcludeLine): void {
	const edit = (text = ''): FileDecision => {
		const at = `\n${text}`.lastIndexOf(`\n${line}\n`);
		if (at < 0) {
			return { kind: 'keep' };
		}
		const behind = text.slice(at + line.length + 1);
		const before = glued && behind === '' ? text.slice(0, Math.max(at - 1, 0)) : text.slice(0, at);
		const rest = before + behind;
		return rest === '' && created ? { kind: 'remove' } : { kind: 'write', text: rest };
	};
	changeFile(file, edit, { noLinksBelow: gitFolder(file) });
}

/** The directory of git, of which the exclude file is `info/exclude`. */
function gitFolder(file: string): string {
	return dirname(dirname(file));
}

function linesOf(text: string): string[] {
	return text.split(/\r?\n/);
}
