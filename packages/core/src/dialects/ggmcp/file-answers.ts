import type { DialectAnswer, DialectCall, Tell } from '../../contract/dialect-format.ts';
import { type PlainData, recordsOf, textOf } from '../../data/plain-data.ts';
import { answerPaths } from './absolute-paths.ts';
import { incomplete, numberOf } from './answer-parts.ts';

export const openFileText: Tell = (data, call) => ({ value: wholeText(data), ...partialNote(data, call) });

export const openFilePath: Tell = ({ activeFile }, { folders }) => ({
	value: typeof activeFile === 'string' ? answerPaths(folders).absolute(activeFile) : '',
});

export const fileText: Tell = (data, call) => ({
	value: { content: wholeText(data), ...bothPaths(data, answerPaths(call.folders)) },
	...partialNote(data, call),
});

export const replacedFile: Tell = (data, { folders, milliseconds }) => ({
	value: { ...bothPaths(data, answerPaths(folders)), size: data['bytes'], operationTimeMs: milliseconds },
});

export const createdFile: Tell = (data, { folders, milliseconds }) => ({
	value: { ...bothPaths(data, answerPaths(folders)), operationTimeMs: milliseconds },
});

export const folderEntries: Tell = (data, { folders }) => {
	const { relative } = answerPaths(folders);
	const folder = textOf(data['path']) ?? '.';
	const value = recordsOf(data['entries']).map(entry => {
		const listed = textOf(entry['name']) ?? '';
		const name = listed.replace(/\/$/, '');
		return {
			name,
			type: name === listed ? 'file' : 'directory',
			path: relative(folder === '.' ? name : `${folder}/${name}`),
		};
	});
	return { value, ...incomplete(data, value.length, data['totalEntries']) };
};

export const filesWithText: Tell = (data, { folders }) => {
	const { relative, absolute } = answerPaths(folders);
	const value = recordsOf(data['files'])
		.map(file => textOf(file['path']) ?? '')
		.map(path => ({ path: relative(path), absolutePath: absolute(path) }));
	return { value, ...incomplete(data, value.length, data['totalFiles']) };
};

/** Our search also finds letters in order and folders; here the name itself must have the text. */
export const filesByName: Tell = (data, { input, folders }) => {
	const { relative, absolute } = answerPaths(folders);
	const wanted = String(input['nameSubstring']).toLowerCase();
	const paths = Array.isArray(data['files']) ? data['files'].map(String) : [];
	const value = paths
		.map(path => ({ path, name: path.slice(path.lastIndexOf('/') + 1) }))
		.filter(({ name }) => name.toLowerCase().includes(wanted))
		.map(({ path, name }) => ({
			path: relative(path),
			name,
			directory: relative(path.slice(0, -name.length - 1)) || '.',
			absolutePath: absolute(path),
		}));
	return { value, ...incomplete(data, paths.length, data['total']) };
};

function bothPaths({ path }: PlainData, { relative, absolute }: ReturnType<typeof answerPaths>) {
	const shown = textOf(path) ?? '';
	return { path: absolute(shown), relativePath: relative(shown) };
}

/** The file as it is, with its own line breaks; the end is left out where there is more. */
function wholeText({ text, finalBreak, nextLine, lineEnding }: PlainData): string {
	const lines = textOf(text) ?? '';
	const whole = finalBreak === true && nextLine === undefined ? `${lines}\n` : lines;
	return lineEnding === 'crlf' ? whole.replaceAll('\n', '\r\n') : whole;
}

function partialNote(
	{ nextLine, totalLines, longLines }: PlainData,
	{ redacted }: DialectCall,
): Pick<DialectAnswer, 'note'> {
	const notes = [
		redacted > 0 && 'Secrets were taken out.',
		nextLine !== undefined && `Only the first ${numberOf(nextLine) - 1} of ${String(totalLines)} lines.`,
		Array.isArray(longLines) && `Only the start of lines ${longLines.join(', ')}.`,
	].filter(note => note !== false);
	return notes.length === 0 ? {} : { note: `(${notes.join(' ')} Do not write this text back.)` };
}
