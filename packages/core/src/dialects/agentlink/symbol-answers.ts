import type { Tell } from '../../contract/dialect-format.ts';
import { recordsOf, textOf } from '../../data/plain-data.ts';
import { changesOf } from './file-answers.ts';

export const renamed: Tell = data => ({
	value: {
		status: 'accepted',
		old_name: data['oldName'],
		new_name: data['newName'],
		files_modified: changesOf(data),
		total_changes: data['totalEdits'],
	},
});

export const definitions: Tell = data => {
	const found = recordsOf(data['places']).map(({ path, line, column, endLine }) => ({ path, line, column, endLine }));
	return { value: { definitions: found, ...(found.length === 0 && { message: 'Nothing found.' }) } };
};

export const references: Tell = data => ({
	value: {
		total_references: data['total'],
		truncated: data['nextOffset'] !== undefined,
		references: recordsOf(data['files']).flatMap(file =>
			recordsOf(file['references']).map(({ line, column, endLine, endColumn }) => ({
				path: file['path'],
				...{ line, column, endLine, endColumn },
			})),
		),
	},
});

/** The outline comes flat, with the depth of each symbol. */
export const symbols: Tell = data => ({
	value: {
		symbols: recordsOf(data['symbols']).map(({ text: _, ...symbol }) => symbol),
		total: data['total'],
	},
});

export const hover: Tell = data => {
	const text = textOf(data['text']) ?? '';
	return { value: { hover: text === '' ? null : text } };
};

export const completions: Tell = data => {
	const items = recordsOf(data['items']).map(({ name, kind, detail }) => ({ label: name, kind, detail }));
	return {
		value: {
			is_incomplete: data['truncated'] === true,
			total_items: data['total'],
			showing: items.length,
			items,
		},
	};
};

/** The index is a word that holds until the file changes; `apply_code_action` takes it. */
export const codeActions: Tell = data => ({
	value: { actions: recordsOf(data['actions']).map(({ id, ...action }) => ({ index: id, ...action })) },
});

export const appliedAction: Tell = data => ({
	value: { status: 'applied', action: data['title'], kind: data['kind'], changed_files: changesOf(data) },
});

export const calls: Tell = data => ({
	value: {
		symbol: data['symbol'],
		[String(data['direction'])]: recordsOf(data['calls']).map(({ sites, ...call }) => ({ ...call, call_sites: sites })),
	},
});

export const types: Tell = data => ({
	value: { symbol: data['symbol'], [String(data['direction'])]: data['types'] },
});

export const inlayHints: Tell = data => ({
	value: {
		hints: recordsOf(data['hints']).map(({ line, column, text, kind }) => ({ line, column, label: text, kind })),
		...(data['switchedOff'] !== undefined && { switched_off: data['switchedOff'] }),
	},
});
