import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { escapeGlob } from '@hawser/core/text/glob.ts';
import type { FilteredFolder } from './filtered-folders.ts';
import { withIgnoreFile } from './ignore-file.ts';
import { includeRules } from './include-rules.ts';
import { listedPaths } from './listed-paths.ts';
import type { Ripgrep } from './ripgrep.ts';

/** Finds those of these files, relative to the folder, that are not ignored. Only the folders that contain them are entered. */
export async function visibleAmong(
	paths: readonly string[],
	folder: FilteredFolder,
	{ ripgrep, signal, links = false }: { ripgrep: Ripgrep; signal: Cancellation; links?: boolean },
): Promise<ReadonlySet<string>> {
	const wanted = paths.filter(folder.includes);
	if (wanted.length === 0) {
		return new Set();
	}
	const follow = links ? ['--follow'] : [];
	const output = await withIgnoreFile(includeRules(wanted.map(escapeGlob)), file =>
		ripgrep.output([...folder.args, `--ignore-file=${file}`, ...follow, '--files', '--null', '.'], {
			cwd: folder.path,
			signal,
		}),
	);
	const visible = new Set(listedPaths(output));
	return new Set(wanted.filter(path => visible.has(path)));
}
