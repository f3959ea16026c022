import type { FolderPlace } from '../../contract/envelope.ts';

/** Paths as ggMCP tells them: with the separators of the system, and absolute where its document says so. */
export interface ToldPaths {
	relative(path: string): string;
	absolute(path: string): string;
}

export function answerPaths(folders: readonly FolderPlace[]): ToldPaths {
	const [first, ...others] = folders;
	const separator = first?.path.includes('\\') === true ? '\\' : '/';
	const native = (path: string) => path.replaceAll('/', separator);
	const below = (folder: FolderPlace, path: string) =>
		path === '' || path === '.' ? folder.path : `${folder.path.replace(/[\\/]$/, '')}${separator}${native(path)}`;
	return {
		relative: native,
		absolute(path) {
			// Outside the workspace, or not on disk at all.
			if (first === undefined || /^(?:[\\/]|[a-z][a-z0-9+.-]*:)/i.test(path)) {
				return path;
			}
			if (others.length === 0) {
				return below(first, path);
			}
			const [name = '', ...rest] = path.split('/');
			const folder = folders.find(other => other.name === name);
			return folder ? below(folder, rest.join('/')) : native(path);
		},
	};
}
