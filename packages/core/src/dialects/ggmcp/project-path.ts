import { z } from 'zod';
import type { TranslationView } from '../../contract/dialect.ts';
import { ToolError } from '../../errors/tool-error.ts';

export const pathInProject = z.string().min(1);

/** "/" means the project root there; with us it would be the root of the disk. Answers have absolute paths, so those work too. */
export function toPath(given: string, { windows }: TranslationView): string {
	const path = given.replaceAll('\\', '/');
	const { folders } = windows.status();
	const isAbsolute = folders.some(folder => `${path}/`.startsWith(`${folder.path.replaceAll('\\', '/')}/`));
	return isAbsolute ? path : path.replace(/^\/+/, '') || '.';
}

export function activePath({ editor }: TranslationView): string {
	const path = editor.active()?.path;
	if (path === undefined) {
		throw new ToolError('E_NO_EDITOR', 'No file is open in the editor.');
	}
	return path;
}
