import type { ProjectFiles } from '../../src/discovery/project-files.ts';

/** A project that exists only here. */
export function memoryFiles(files: Record<string, string>): ProjectFiles {
	const paths = Object.keys(files);
	return {
		read: path => files[path],
		exists: path => paths.some(candidate => candidate === path || candidate.startsWith(path.replace(/\/?$/, '/'))),
		list: folder => {
			const inside = paths.filter(path => path.startsWith(folder)).map(path => path.slice(folder.length));
			return [...new Set(inside.map(path => path.replace(/\/.*$/, '/')))].sort();
		},
		head: (path, length) => {
			const text = files[path];
			return text === undefined ? undefined : new TextEncoder().encode(text).subarray(0, length);
		},
	};
}
