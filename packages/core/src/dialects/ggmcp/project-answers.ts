import type { Tell } from '../../contract/dialect-format.ts';
import { listOf, type PlainData, recordsOf, textOf } from '../../data/plain-data.ts';
import { answerPaths } from './absolute-paths.ts';
import { incomplete } from './answer-parts.ts';

export const toggledBreakpoint: Tell = ({ state }) => ({ value: `Breakpoint ${String(state)}` });

export const breakpoints: Tell = (data, { folders }) => {
	const { absolute } = answerPaths(folders);
	const listed = recordsOf(data['breakpoints']);
	const value = listed
		.filter(({ kind }) => kind === 'line')
		.map(({ path, line }) => ({ path: absolute(textOf(path) ?? ''), line }));
	return { value, ...incomplete(data, listed.length, data['total']) };
};

export const configurations: Tell = data => named(data, 'configurations');

/** One word for each file: what git has staged of it, unless the file is gone since. */
export const changedFiles: Tell = data => {
	const types = new Map<string, string>();
	const tell = (files: unknown, typeOf: (file: PlainData) => string) => {
		for (const file of recordsOf(files)) {
			types.set(textOf(file['path']) ?? '', typeOf(file));
		}
	};
	for (const status of recordsOf(data['repositories'])) {
		tell(status['changed'], changeType);
		tell(status['staged'], file => {
			const since = types.get(textOf(file['path']) ?? '');
			return since === 'DELETED' ? since : changeType(file);
		});
		tell(status['conflicts'], () => 'CONFLICT');
		for (const path of listOf(status['untracked'])) {
			types.set(String(path), 'UNTRACKED');
		}
	}
	const value = [...types].map(([path, type]) => ({ path, type }));
	return { value, ...incomplete(data, value.length, data['total']) };
};

export const commitHashes: Tell = data => {
	const value = recordsOf(data['commits']).map(({ hash }) => hash);
	return { value, ...incomplete(data, value.length, data['total'] ?? 'more') };
};

export const modules: Tell = data => named(data, 'modules');

export const dependencies: Tell = data => {
	const names = recordsOf(data['modules']).flatMap(module => recordsOf(module['dependencies']).map(({ name }) => name));
	return { value: [...new Set(names)], ...incomplete(data, names.length, data['total']) };
};

export const actions: Tell = data => {
	const value = recordsOf(data['commands']).map(({ id, title }) => ({ id, text: title }));
	return { value, ...incomplete(data, value.length, data['total']) };
};

export const ranAction: Tell = ({ state }) => ({
	value: 'ok',
	...(state === 'waiting' && { note: '(It has not ended yet; it may be asking the user something.)' }),
});

function named(data: PlainData, list: string) {
	const value = recordsOf(data[list]).map(({ name }) => name);
	return { value, ...incomplete(data, value.length, data['total']) };
}

function changeType({ change }: PlainData): string {
	return (textOf(change) ?? '').toUpperCase().replaceAll(' ', '_');
}
