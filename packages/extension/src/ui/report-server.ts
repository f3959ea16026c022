import * as vscode from 'vscode';
import type { Log } from '../log/log.ts';
import type { OpenableRoutes, RouteTokens } from '../settings/read-settings.ts';
import type { ServerState, ServiceState } from '../window/server-state.ts';
import type { StatusItem } from './status-item.ts';
import { warnOfOpenRoutes } from './warn-of-open-routes.ts';

interface Reported {
	state: ServerState;
	status: StatusItem;
	tokens: RouteTokens;
	log: Log;
}

/** Shows the user what the server does, and at every start that routes are open without a token, when they are. */
export function reportServer({ state, status, tokens, log }: Reported): vscode.Disposable {
	const warn = (routes: OpenableRoutes) => {
		log.warn(`The ${routes} routes answer without a token`);
		warnOfOpenRoutes(routes).catch((cause: unknown) => log.failure('The setting could not be changed', cause));
	};
	return vscode.Disposable.from(
		tokens.onDidOpen(warn),
		state.onDidChange(next => {
			status.show(next);
			report(next, log);
			if (next.kind === 'starting') {
				tokens.open.forEach(warn);
			}
		}),
	);
}

function report(state: ServiceState, log: Log): void {
	if (state.kind === 'running') {
		log.info(`Listening on http://127.0.0.1:${state.port}/mcp`);
	} else if (state.kind === 'failed') {
		log.warn(`Could not start: ${state.reason}`);
		void vscode.window.showErrorMessage(vscode.l10n.t('Hawser could not start: {0}', state.reason));
	} else {
		log.info(`Server ${state.kind}`);
	}
}
