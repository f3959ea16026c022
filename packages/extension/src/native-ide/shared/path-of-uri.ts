import { isAbsolute } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The file that an agent means. Claude Code puts `file://` before a path without escaping it; others send a real address. */
export function pathOfUri(uri: string | undefined): string | undefined {
	if (uri === undefined || uri === '') {
		return undefined;
	}
	if (!uri.startsWith('file:')) {
		return isAbsolute(uri) ? uri : undefined;
	}
	const plain = uri.replace(/^file:\/\//, '');
	try {
		return isAbsolute(plain) && !plain.includes('%') ? plain : fileURLToPath(uri);
	} catch {
		return isAbsolute(plain) ? plain : undefined;
	}
}
