import path from 'node:path';
import { CLIENTS } from './client-list.ts';
import type { ClientName } from './client-names.ts';
import type { Scope, SetupEnvironment } from './environment.ts';
import { type HookClient, hookClientOf, hookClientsOn } from './hooks/hook-names.ts';
import { isInstalled, listClients } from './list-clients.ts';
import { type Receipts, receiptKey } from './receipts.ts';
import { SKILL_NAMES } from './skill/skill-files.ts';
import { TARGET_NAMES, TARGETS, type TargetName } from './targets.ts';

/** One client whose file is to be changed, and where. */
export interface SetupTask {
	client: TargetName;
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

/** The files of the skill, in the project. */
export function skillTasks(environment: SetupEnvironment): readonly SetupTask[] {
	return SKILL_NAMES.map(client => ({ client, scope: 'project', environment }));
}

/** The hooks of the clients that were named; else of all that are installed, or of all that have one of ours. */
export function hookTasks(names: readonly HookClient[], request: Omit<Request, 'scope'>): readonly SetupTask[] {
	const { remove, environment } = request;
	const all = hookClientsOn(environment.platform);
	const tasks = (names.length > 0 ? [...new Set(names)] : all).map(
		(client): SetupTask => ({ client: `hook-${client}`, scope: 'user', environment }),
	);
	if (names.length > 0) {
		return tasks;
	}
	return remove
		? all.flatMap(client => writtenHooks(client, request))
		: tasks.filter(({ client }) => isInstalled(TARGETS[client], environment));
}

function writtenHooks(client: string, { environment, receipts }: Omit<Request, 'scope'>): readonly SetupTask[] {
	const known = hookClientOf(`hook-${client}`);
	const target = known && (`hook-${known}` as const);
	const { file, part } = target ? TARGETS[target] : {};
	const path = file?.('user', environment);
	return target && path !== undefined && receipts.of(receiptKey(path, part))
		? [{ client: target, scope: 'user', environment }]
		: [];
}

/** The clients that were named; else all that are installed, or all that have an entry of ours. */
export function chooseTasks(names: readonly ClientName[], request: Request): readonly SetupTask[] {
	const { remove, scope, environment, receipts } = request;
	if (names.length > 0) {
		return [...new Set(names)].flatMap(client => [
			...(remove && scope === 'user' ? writtenHooks(client, request) : []),
			{ client, scope, environment },
		]);
	}
	if (remove) {
		// The last first, so that of two entries in one file each finds it as it was left.
		return [...receipts.keys()].reverse().flatMap(key => ownerOf(key, environment) ?? []);
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

/** Whose entry it is: one in the user's own file, or in that of a project in one of the folders around it. */
function ownerOf(key: string, environment: SetupEnvironment): SetupTask | undefined {
	const isOf = (scope: Scope, project: string) =>
		TARGET_NAMES.find(name => {
			const file = TARGETS[name].file(scope, { ...environment, project });
			return file !== undefined && receiptKey(file, TARGETS[name].part) === key;
		});
	const own = isOf('user', environment.project);
	if (own !== undefined) {
		return { client: own, scope: 'user', environment };
	}
	for (let folder = path.dirname(key); ; folder = path.dirname(folder)) {
		const client = isOf('project', folder);
		if (client !== undefined) {
			return { client, scope: 'project', environment: { ...environment, project: folder } };
		}
		if (folder === path.dirname(folder)) {
			return undefined;
		}
	}
}
