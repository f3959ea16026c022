import { exactGlobMatcher, expandBraces } from '@hawser/core/text/glob.ts';

export interface FolderPattern {
	test(folder: string): boolean;
}

/**
 * The globs of workspaces, such as `packages/*` or `libs/**`: each names folders exactly, not what is in them. A glob that
 * means nothing names none.
 */
export function folderPattern(glob: string): FolderPattern {
	const plain = glob.startsWith('./') ? glob.slice(2) : glob;
	try {
		return { test: exactGlobMatcher(expandBraces(plain.endsWith('/') ? plain.slice(0, -1) : plain)) };
	} catch {
		return { test: () => false };
	}
}
