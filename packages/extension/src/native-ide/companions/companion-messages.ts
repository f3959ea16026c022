import type { UserContext } from '../shared/editor-context.ts';

/** The parameters of `ide/contextUpdate`: lines and characters are 1-based, and the newest file is the one the user is in. */
export function contextParams({ place, openFiles }: UserContext, isTrusted: boolean): object {
	return {
		workspaceState: {
			openFiles: openFiles.map(({ path, timestamp }) => ({
				path,
				timestamp,
				...(path === place?.path && {
					isActive: true,
					cursor: { line: place.end.line + 1, character: place.end.character + 1 },
					...(place.text !== '' && { selectedText: place.text }),
				}),
			})),
			isTrusted,
		},
	};
}
