import * as vscode from 'vscode';
import type { Log } from '../log/log.ts';
import type { GgmcpToken } from '../settings/read-settings.ts';
import type { ServerState, ServiceState } from '../window/server-state.ts';
import type { StatusItem } from './status-item.ts';
import { warnOfOpenRoutes } from './warn-of-open-routes.ts';

interface Reported {
	state: ServerState;
	status: StatusItem;
	ggmcpToken: GgmcpToken;
	log: Log;
}

/** Shows the user what the server does, and at every start that the ggMCP routes are open, when they are. */
export function reportServer({ state, status, ggmcpToken, log }: Reported): vscode.Disposable {
	const warn = () => {
		log.warn('The ggMCP routes answer without a token');
		warnOfOpenRoutes().catch((cause: unknown) => log.failure('The setting could not be changed', cause));
	};
	return vscode.Disposable.from(
		ggmcpToken.onDidOpen(warn),
		state.onDidChange(next => {
			status.show(next);
			report(next, log);
			if (next.kind === 'starting' && !ggmcpToken.required) {
				warn();
			}
		}),
	);
}

function report(state: ServiceState, log: Log): void {
	if (state.kind === 'running') {
		log.info(`Listening on http://127.0.0.1:${state.port}/mcp`);
	} else if (state.kind === 'failed') {
		log.warn(`Could not start: ${state.reason}`);
		void vscode.window.showErrorMessage(`Hawser could not start: ${state.reason}`);
	} else {
		log.info(`Server ${state.kind}`);
	}
}
