import { readdirSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import type { Ripgrep } from './ripgrep.ts';
import { workspaceFiles } from './workspace-files.ts';

/** Folders that hold nothing but what ignore files and settings exclude: the output of builds, caches, data. */
export interface IgnoredFolders {
	/** As they were lately; a folder that came since then is not among them. */
	below(root: string, signal: Cancellation): Promise<ReadonlySet<string>>;
}

/** Looking them up takes ripgrep a while in the large trees that need it. */
const KEPT_FOR = 60_000;

export function createIgnoredFolders(ripgrep: Ripgrep): IgnoredFolders {
	const kept = new Map<string, { time: number; folders: Promise<ReadonlySet<string>> }>();
	return {
		async below(root, signal) {
			const known = kept.get(root);
			if (known && Date.now() - known.time < KEPT_FOR) {
				return known.folders;
			}
			const folders = find(root, signal);
			kept.set(root, { time: Date.now(), folders });
			folders.catch(() => kept.delete(root));
			return folders;
		},
	};

	async function find(root: string, signal: Cancellation): Promise<ReadonlySet<string>> {
		const files = await workspaceFiles(ripgrep, signal);
		const visible = new Set([root]);
		for (const file of files) {
			if (!relative(root, file).startsWith('..')) {
				for (
					let folder = dirname(file);
					!visible.has(folder) && folder.length > root.length;
					folder = dirname(folder)
				) {
					visible.add(folder);
				}
			}
		}
		const ignored = new Set<string>();
		for (const folder of visible) {
			for (const entry of listFolders(folder)) {
				const path = join(folder, entry);
				// An empty folder is not ignored: something may be written into it.
				if (!visible.has(path) && listAll(path).length > 0) {
					ignored.add(path);
				}
			}
		}
		return ignored;
	}
}

function listFolders(folder: string): string[] {
	try {
		return readdirSync(folder, { withFileTypes: true })
			.filter(entry => entry.isDirectory())
			.map(({ name }) => name);
	} catch {
		return [];
	}
}

function listAll(folder: string): string[] {
	try {
		return readdirSync(folder);
	} catch {
		return [];
	}
}
