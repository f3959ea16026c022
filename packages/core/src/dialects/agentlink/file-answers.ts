import type { Tell } from '../../contract/dialect-format.ts';
import { listOf, type PlainData, recordsOf, textOf } from '../../data/plain-data.ts';

/** Trusted is the window whose folders are all among those that the agent works in. */
export const handshake: Tell = (data, { input }) => {
	const given = listOf(input['working_directories']).map(path => String(path).replace(/[\\/]$/, ''));
	const folders = recordsOf(data['folders']).map(({ path }) => String(path));
	return { value: { status: folders.every(folder => given.includes(folder)) ? 'trusted' : 'rejected' } };
};

export const fileText: Tell = data => {
	const first = Number(data['startLine']);
	const lines = (textOf(data['text']) ?? '').split('\n');
	return {
		value: {
			total_lines: data['totalLines'],
			showing: `${first}-${String(data['endLine'])}`,
			truncated: Number(data['endLine']) < Number(data['totalLines']),
			language: data['language'],
			content: lines.map((line, index) => `${first + index} | ${line}`).join('\n'),
		},
	};
};

export const entries: Tell = data => {
	const names = recordsOf(data['entries']).map(({ name }) => String(name));
	return {
		value: {
			path: data['path'],
			entries: names.join('\n'),
			count: data['totalEntries'],
			truncated: data['nextOffset'] !== undefined,
		},
	};
};

export const matches: Tell = (data, { input }) => {
	const found = recordsOf(data['files']);
	const facts = {
		total_matches: data['total'],
		total_files: data['totalFiles'],
		truncated: data['nextOffset'] !== undefined,
	};
	if (input['output_mode'] === 'files_with_matches' || input['output_mode'] === 'count') {
		const counts = found.map(({ path, count }) => ({ path, count }));
		return { value: { ...facts, files: input['output_mode'] === 'count' ? counts : counts.map(({ path }) => path) } };
	}
	const results = found.flatMap(file =>
		recordsOf(file['matches']).map(({ line, text }) => `${String(file['path'])}:${String(line)}: ${String(text)}`),
	);
	return { value: { ...facts, results: results.join('\n') } };
};

export const diagnostics: Tell = (data, { input }) => {
	const kinds = textOf(input['severity'])
		?.split(',')
		.map(kind => kind.trim());
	const byFile = new Map<string, object[]>();
	for (const { path, line, column, severity, message, source, code } of recordsOf(data['problems'])) {
		const kind = severity === 'information' ? 'info' : String(severity);
		if (kinds === undefined || kinds.includes(kind)) {
			const known = byFile.get(String(path)) ?? [];
			byFile.set(String(path), [...known, { line, column, severity: kind, message, source, code }]);
		}
	}
	const value = [...byFile].map(([file, problems]) => ({ file, diagnostics: problems }));
	return value.length > 0
		? { value }
		: { value: Number(data['checkedFiles']) === 0 ? 'No file was checked.' : 'No diagnostics found.' };
};

export const written: Tell = data => {
	const appeared = recordsOf(recordsOf([data['problems']])[0]?.['appeared']);
	return {
		value: {
			status: 'accepted',
			path: data['path'],
			operation: data['created'] === true ? 'created' : 'modified',
			...(data['changedOnSave'] !== undefined && { format_on_save: data['changedOnSave'] }),
			...(appeared.length > 0 && { new_diagnostics: appeared }),
		},
	};
};

export const replaced: Tell = data => ({
	value: {
		status: 'accepted',
		files: changesOf(data),
		total_replacements: data['total'],
		...(data['leftUnsaved'] !== undefined && { not_saved: data['leftUnsaved'] }),
	},
});

export const opened: Tell = data => ({ value: { status: 'opened', ...data } });

export function changesOf(data: PlainData): readonly object[] {
	return recordsOf(data['files']).map(({ path, edits }) => ({ path, changes: edits }));
}
