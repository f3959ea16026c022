import { type FSWatcher, watch } from 'node:fs';
import { join } from 'node:path';
import { namesIn, readText } from '@hawser/agent-config/discovery-files.ts';
import type * as vscode from 'vscode';
import type { Discovery } from './discovery.ts';
import { foldersIn, foldersNest } from './neighbours.ts';

/**
 * Names this window to an agent in terminals that are opened here, as long as another editor has a folder around or inside of ours:
 * of two that fit, Claude Code takes none, and others take one of them. Otherwise the variable is not set: it stays what the user has.
 */
export interface TerminalPort extends vscode.Disposable {
	/** Our own port and folders, or none. */
	follow(own: OwnAddress | undefined): void;
}

interface OwnAddress {
	port: number;
	folders: readonly string[];
}

type Environment = Pick<vscode.EnvironmentVariableCollection, 'replace' | 'delete' | 'get'>;

const QUIET = 200;

export function createTerminalPort(environment: Environment, discovery: Discovery): TerminalPort {
	const { variable, folder, variableValue = String } = discovery;
	let own: OwnAddress | undefined;
	let watcher: FSWatcher | undefined;
	let timer: NodeJS.Timeout | undefined;

	function look(): void {
		const wanted = own && hasNeighbour(own, discovery) ? variableValue(own.port) : undefined;
		if (environment.get(variable)?.value === wanted) {
			return;
		}
		if (wanted === undefined) {
			environment.delete(variable);
		} else {
			environment.replace(variable, wanted);
		}
	}

	function stop(): void {
		clearTimeout(timer);
		watcher?.close();
		watcher = undefined;
	}

	return {
		follow(next) {
			own = next;
			look();
			if (!next) {
				stop();
			} else if (!watcher) {
				try {
					watcher = watch(folder(), () => {
						clearTimeout(timer);
						timer = setTimeout(look, QUIET);
					});
					watcher.on('error', stop);
				} catch {
					// A folder that cannot be watched is looked at whenever something changes here.
				}
			}
		},
		dispose: stop,
	};
}

function hasNeighbour({ port, folders }: OwnAddress, discovery: Discovery): boolean {
	const folder = discovery.folder();
	return namesIn(folder)
		.filter(name => /\.(?:lock|json)$/.test(name) && !name.startsWith('.') && name !== discovery.file(port))
		.some(name => foldersNest(folders, foldersIn(readText(join(folder, name)))));
}
