import { realPathOr } from '@hawser/node/real-path.ts';

/** The folders by the names that the user gave them and by their real ones: agents compare both as plain text. */
export function withRealPaths(folders: readonly string[]): readonly string[] {
	return [...new Set(folders.flatMap(folder => [folder, realPathOr(folder)]))];
}
