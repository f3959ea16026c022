import type { LanguageSupport, Symbols } from '@hawser/core/ports/symbols.ts';
import type { LanguageFiles } from '../language/language-files.ts';
import type { LanguageServers } from '../language/language-servers.ts';
import { serverExtensions } from '../language/server-extensions.ts';
import type { Ripgrep } from '../search/ripgrep.ts';
import { workspaceFiles } from '../search/workspace-files.ts';

/** Tells who serves the languages of the workspace. */
export function createLanguageSupport({
	languageFiles,
	languageServers,
	ripgrep,
}: {
	languageFiles: LanguageFiles;
	languageServers: LanguageServers;
	ripgrep: Ripgrep;
}): Pick<Symbols, 'languages'> {
	return {
		async languages(signal) {
			const counts = new Map<string, number>();
			for (const file of await workspaceFiles(ripgrep, signal)) {
				const language = languageFiles.languageOf(file);
				if (language !== undefined) {
					counts.set(language, (counts.get(language) ?? 0) + 1);
				}
			}
			return [...counts]
				.sort(([left, most], [right, more]) => more - most || (left < right ? -1 : 1))
				.map(([language, files]) => describe(language, files));
		},
	};

	function describe(language: string, files: number): LanguageSupport {
		const servers = serverExtensions(language).map(({ id, isActive }) => ({ extension: id, active: isActive }));
		return {
			language,
			files,
			state: stateOf(language, servers),
			servers,
			answered: languageServers.answered(language),
		};
	}

	function stateOf(language: string, servers: LanguageSupport['servers']): LanguageSupport['state'] {
		if (servers.length === 0) {
			return 'no_server';
		}
		if (!servers.some(({ active }) => active)) {
			return 'not_started';
		}
		return languageServers.isShipped(language) || languageServers.isSettled(language) ? 'ready' : 'loading';
	}
}
