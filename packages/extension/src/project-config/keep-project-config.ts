import type { WantedEntry } from '@hawser/agent-config/entry-places.ts';
import { createProjectConfig } from '@hawser/agent-config/project-config.ts';
import { writeLauncher } from '@hawser/agent-config/write-launcher.ts';
import { ensureHome } from '@hawser/link/home.ts';
import * as vscode from 'vscode';
import type { Log } from '../log/log.ts';
import { enabledFolders, projectConfigKind } from '../settings/read-settings.ts';
import type { ServerState } from '../window/server-state.ts';
import { agentEntry } from './agent-entry.ts';

export interface KeeperOptions {
	home: string;
	windowId: string;
	/** The CLI that is shipped in the extension. */
	script: string;
	state: Pick<ServerState, 'current' | 'address'>;
	log: Log;
}

/** Keeps the agents' configuration files of the window's folders, and the launcher that they name. */
export interface ProjectConfigKeeper {
	/** Brings everything to what settings, folders, trust and server say now. */
	follow(): Promise<void>;
	leave(): Promise<void>;
}

export function keepProjectConfig({ home, windowId, script, state, log }: KeeperOptions): ProjectConfigKeeper {
	const config = createProjectConfig({ home, windowId, warn: message => log.warn(message) });
	const launcher = installLauncher(home, script, log);

	function wanted(): WantedEntry[] {
		const { address } = state;
		if (address === undefined) {
			return [];
		}
		return enabledFolders().flatMap(({ uri }) => {
			const entry = agentEntry(projectConfigKind(uri), { launcher, ...address });
			return entry === undefined ? [] : [{ folder: uri.fsPath, ...entry }];
		});
	}

	return {
		async follow() {
			// A server that starts again is about to say something new; and nothing is written for a folder nobody has trusted.
			if (state.current.kind === 'starting' || !vscode.workspace.isTrusted) {
				return;
			}
			await config.keep(wanted());
		},
		leave: () => config.leave(),
	};
}

/** Undefined when it cannot be written; then no file may name it. */
function installLauncher(home: string, script: string, log: Log): string | undefined {
	try {
		ensureHome(home);
		const isChosen = process.env['HAWSER_HOME'] !== undefined && process.env['HAWSER_HOME'] !== '';
		return writeLauncher(home, { runtime: process.execPath, script, ...(isChosen && { home }) });
	} catch (cause) {
		log.failure('The launcher could not be written', cause);
		return undefined;
	}
}
