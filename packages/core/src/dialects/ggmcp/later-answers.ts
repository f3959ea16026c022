import type { Tell } from '../../contract/dialect-format.ts';
import { type PlainData, recordsOf, textOf } from '../../data/plain-data.ts';
import { answerPaths } from './absolute-paths.ts';
import { incomplete, numberOf, zeroBased } from './answer-parts.ts';
import { openFileText } from './file-answers.ts';

/** The text alone, as long as the caller wants it. */
export const fileContent: Tell = (data, call) => {
	const told = openFileText(data, call);
	const { maxCharacters } = call.input;
	const text = String(told.value);
	return typeof maxCharacters === 'number' && text.length > maxCharacters
		? {
				value: text.slice(0, maxCharacters),
				note: `(The first ${maxCharacters} of ${text.length} characters. Do not write this text back.)`,
			}
		: told;
};

export const openFilePath: Tell = ({ activeFile }, { folders }) => ({
	value: typeof activeFile === 'string' ? answerPaths(folders).relative(activeFile) : '',
});

export const filesWithText: Tell = (data, { folders }) => {
	const { relative } = answerPaths(folders);
	const value = recordsOf(data['files']).map(({ path }) => ({ pathInProject: relative(textOf(path) ?? '') }));
	return { value, ...incomplete(data, value.length, data['totalFiles']) };
};

export const references: Tell = (data, { folders }) => {
	const { relative } = answerPaths(folders);
	const found = recordsOf(data['files']).flatMap(file =>
		recordsOf(file['references']).map(({ line, column, endLine, endColumn }) => ({
			pathInProject: relative(textOf(file['path']) ?? ''),
			line: zeroBased(line),
			character: zeroBased(column),
			endLine: zeroBased(endLine),
			endCharacter: zeroBased(endColumn),
		})),
	);
	return { value: { references: found }, ...incomplete(data, found.length, data['total']) };
};

export const breakpoints: Tell = (data, { folders }) => {
	const { relative } = answerPaths(folders);
	const listed = recordsOf(data['breakpoints']);
	const value = listed
		.filter(({ kind }) => kind === 'line')
		.map(({ path, line }) => ({ pathInProject: relative(textOf(path) ?? ''), line }));
	return { value, ...incomplete(data, listed.length, data['total']) };
};

export const replacedCount: Tell = data => ({
	value: recordsOf(data['edits']).reduce((sum, { replaced }) => sum + numberOf(replaced), 0),
});

/** A terminal shows both streams as one, and so does the answer. */
export const commandResult: Tell = data => ({
	value: {
		stdout: textOf(data['output']) ?? '',
		stderr: '',
		...(data['exitCode'] !== undefined && { exitCode: data['exitCode'] }),
		...(data['running'] === true && { running: true }),
	},
});

export const ranForSystem: Tell = data => ({
	value: { command: data['command'], executed: true, output: textOf(data['output']) ?? '' },
});

export const terminalInfo: Tell = ({ system }) => {
	const [{ platform, arch, shell } = {}]: readonly PlainData[] = recordsOf([system]);
	const path = textOf(shell) ?? '';
	return { value: { osType: platform, arch, shell: path, terminalType: path.split(/[\\/]/).at(-1) ?? '' } };
};

/** Lines of fields with a bar between them. */
export const fileHistory: Tell = data => ({
	value: recordsOf(data['commits'])
		.map(({ hash, author, date, subject }) => [hash, author, date, subject].map(String).join('|'))
		.join('\n'),
});

export const branchLines: Tell = data => ({
	value: recordsOf(data['branches'])
		.map(({ name, upstream = '', hash }) => [name, upstream, hash].map(String).join('|'))
		.join('\n'),
});

export const fileDiff: Tell = data => {
	const hunks = recordsOf(data['files']).flatMap(file => recordsOf(file['hunks']).map(({ text }) => String(text)));
	const value = { stdout: hunks.join('\n'), stderr: '', exitCode: 0 };
	return { value, ...incomplete(data, hunks.length, 'more') };
};

const LETTERS: Partial<Record<string, string>> = {
	modified: 'M',
	added: 'A',
	deleted: 'D',
	renamed: 'R',
	copied: 'C',
	'type changed': 'T',
};

/** As `git show --name-status` prints it. */
export const commitDetails: Tell = data => {
	const { hash, author, date, message } = data;
	const files = recordsOf(data['files']).map(
		({ change, path }) => `${LETTERS[String(change)] ?? '?'}\t${String(path)}`,
	);
	const lines = (textOf(message) ?? '').split('\n').map(line => `    ${line}`);
	return {
		value: [
			`commit ${String(hash)}`,
			`Author: ${String(author)}`,
			`Date:   ${String(date)}`,
			'',
			...lines,
			'',
			...files,
		].join('\n'),
		...incomplete(data, files.length, data['totalFiles']),
	};
};
