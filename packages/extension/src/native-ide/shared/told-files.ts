import { sep } from 'node:path';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import { NEVER_CANCELLED } from '@hawser/core/waiting/cancellation-source.ts';
import { resultWithin } from '@hawser/node/deadlines.ts';
import { pathBelow } from '@hawser/node/path-rules.ts';
import * as vscode from 'vscode';
import { filteredFolders } from '../../editor/search/filtered-folders.ts';
import { findRipgrep } from '../../editor/search/find-ripgrep.ts';
import { createRipgrep } from '../../editor/search/ripgrep.ts';
import { visibleAmong } from '../../editor/search/visible-among.ts';
import { untoldGlobs } from '../../settings/read-settings.ts';

/**
 * Decides of which files agents are told without having asked: those of the workspace that neither git ignores nor `files.exclude`,
 * `search.exclude` or a setting of Hawser excludes. What the user sends on purpose is not asked about here.
 */
export interface ToldFiles extends vscode.Disposable {
	/** Those of the files that may be told of, by their paths. Fails where it cannot be found out in time. */
	among(paths: readonly string[]): Promise<ReadonlySet<string>>;
}

/** Ignore files and settings change rarely, and the user moves the cursor often. */
const KEPT_FOR = 20_000;
const LIMIT = 10_000;
const MAX_KEPT = 2000;

export function createToldFiles(): ToldFiles {
	const ripgrep = createRipgrep(() => findRipgrep(vscode.env.appRoot));
	const kept = new Map<string, { told: boolean; until: number }>();
	const settings = vscode.workspace.onDidChangeConfiguration(() => kept.clear());

	async function look(paths: readonly string[]): Promise<ReadonlySet<string>> {
		const told = new Set<string>();
		for (const folder of filteredFolders({ include: [], exclude: [...untoldGlobs()], ignored: false })) {
			const below = new Map(
				paths.flatMap(path => {
					const inside = pathBelow(folder.path, path)?.split(sep).join('/');
					return inside === undefined || inside === '' ? [] : [[inside, path] as const];
				}),
			);
			const visible = await visibleAmong([...below.keys()], folder, { ripgrep, signal: NEVER_CANCELLED });
			visible.forEach(inside => told.add(below.get(inside) ?? ''));
		}
		return told;
	}

	return {
		async among(paths) {
			const now = Date.now();
			const unknown = paths.filter(path => (kept.get(path)?.until ?? 0) < now);
			if (unknown.length > 0) {
				if (kept.size > MAX_KEPT) {
					kept.clear();
				}
				const told = await resultWithin(look(unknown), { milliseconds: LIMIT, signal: NEVER_CANCELLED });
				if (!told) {
					throw new ToolError('E_TIMEOUT', 'It was not found out in time which files are ignored.');
				}
				unknown.forEach(path => kept.set(path, { told: told.has(path), until: now + KEPT_FOR }));
			}
			return new Set(paths.filter(path => kept.get(path)?.told === true));
		},
		dispose() {
			settings.dispose();
			ripgrep.dispose();
		},
	};
}
