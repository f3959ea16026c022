import path from 'node:path';
import { CLIENTS } from './client-list.ts';
import { CLIENT_NAMES, type ClientName } from './client-names.ts';
import type { Scope, SetupEnvironment } from './environment.ts';
import { listClients } from './list-clients.ts';
import type { Receipts } from './receipts.ts';

/** One client whose file is to be changed, and where. */
export interface SetupTask {
	client: ClientName;
	scope: Scope;
	environment: SetupEnvironment;
	/** Why nothing has to be done for it. */
	needsNothing?: string;
}

interface Request {
	remove: boolean;
	scope: Scope;
	environment: SetupEnvironment;
	receipts: Receipts;
}

/** The clients that were named; else all that are installed, or all that have an entry of ours. */
export function chooseTasks(names: readonly ClientName[], request: Request): readonly SetupTask[] {
	const { remove, scope, environment, receipts } = request;
	if (names.length > 0) {
		return [...new Set(names)].map(client => ({ client, scope, environment }));
	}
	if (remove) {
		return receipts.files().flatMap(file => ownerOf(file, environment) ?? []);
	}
	return listClients(environment, scope)
		.filter(({ installed, file }) => installed && file !== undefined)
		.map(({ client, configured }) => {
			const { needsNothing } = CLIENTS[client];
			const isSetUp = configured === 'stdio' || configured === 'http';
			return {
				client,
				scope,
				environment,
				...(needsNothing !== undefined && !isSetUp && scope === 'user' && { needsNothing }),
			};
		});
}

/** Whose file it is: the user's own, or that of a project in one of the folders around it. */
function ownerOf(file: string, environment: SetupEnvironment): SetupTask | undefined {
	const isOf = (scope: Scope, project: string) =>
		CLIENT_NAMES.find(name => CLIENTS[name].file(scope, { ...environment, project }) === file);
	const own = isOf('user', environment.project);
	if (own !== undefined) {
		return { client: own, scope: 'user', environment };
	}
	for (let folder = path.dirname(file); ; folder = path.dirname(folder)) {
		const client = isOf('project', folder);
		if (client !== undefined) {
			return { client, scope: 'project', environment: { ...environment, project: folder } };
		}
		if (folder === path.dirname(folder)) {
			return undefined;
		}
	}
}
