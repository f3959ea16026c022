import { isRecord, listOf } from '@hawser/core/data/plain-data.ts';
import { NEVER_CANCELLED } from '@hawser/core/waiting/cancellation-source.ts';
import type { TimeLimit } from '@hawser/node/deadlines.ts';
import type * as vscode from 'vscode';
import type { TypeScriptServer } from './typescript-server.ts';

/**
 * The projects that TypeScript's server has loaded, as our plugin within it tells. Both answer undefined when the server does not have
 * the plugin: an old TypeScript, a fork without plugins, a server that has loaded nothing yet.
 */
export interface LoadedProjects extends vscode.Disposable {
	/** Loads the projects of the tsconfigs, without a document of them; `full` when the server has no memory left for all of them. */
	load(configs: readonly string[], timeLimit: TimeLimit): Promise<'loaded' | 'full' | undefined>;
	/** For each file whether a loaded project contains it. */
	contain(files: readonly string[], timeLimit: TimeLimit): Promise<readonly boolean[] | undefined>;
	/** Puts off the time at which the server gives back the memory of what it has loaded or read for us. */
	keep(): void;
}

/** Projects of a large repository take gigabytes; whoever asks again within this time finds them loaded. */
const KEPT = 10 * 60_000;
const RELEASE_LIMIT = { milliseconds: 30_000, signal: NEVER_CANCELLED };

export function createLoadedProjects(typeScript: TypeScriptServer): LoadedProjects {
	let release: NodeJS.Timeout | undefined;
	return {
		async load(configs, timeLimit) {
			keep();
			const answer = await typeScript.askPlugin('loadProjects', { configs }, timeLimit);
			return isRecord(answer) ? (answer['full'] === true ? 'full' : 'loaded') : undefined;
		},
		async contain(files, timeLimit) {
			if (release) {
				keep();
			}
			const answer = await typeScript.askPlugin('loadedFiles', { files }, timeLimit);
			return isRecord(answer) ? listOf(answer['loaded']).map(value => value === true) : undefined;
		},
		keep,
		dispose() {
			clearTimeout(release);
		},
	};

	function keep(): void {
		clearTimeout(release);
		release = setTimeout(() => {
			release = undefined;
			void typeScript.askPlugin('releaseProjects', {}, RELEASE_LIMIT);
		}, KEPT);
	}
}
