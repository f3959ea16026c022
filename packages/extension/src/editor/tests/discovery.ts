import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import { delay, resultWithin, startTimeLimit } from '@hawser/node/deadlines.ts';
import type * as vscode from 'vscode';
import { isFields } from '../debug/protocol/dap-values.ts';
import { RUN, requireTestCommands, run } from './test-commands.ts';
import { childId } from './test-ids.ts';
import { below, type KnownItem, type TestItems } from './test-items.ts';

/** Extensions register their controllers a moment after the window has opened. */
const CONTROLLERS_LIMIT = 1500;
const INTERVAL = 50;
const MAX_DEPTH = 20;
/** Asking VS Code to run this runs nothing, but makes it look for the children of what should contain it. */
const NOBODY = 'hawser: no test has this id';

export interface Discovered {
	controllers: readonly string[];
	/** Everything below the controllers. */
	items: readonly KnownItem[];
	unfinished: boolean;
}

export interface DiscoverySearch {
	/** The file or folder whose tests are wanted; nothing else needs to be searched. */
	place: vscode.Uri | undefined;
	refresh: boolean;
	milliseconds: number;
}

/** Has the extensions look for tests, without opening the Testing view. */
export function createDiscovery(testItems: TestItems) {
	return async ({ place, refresh, milliseconds }: DiscoverySearch, signal: Cancellation): Promise<Discovered> => {
		await requireTestCommands();
		const timeLimit = startTimeLimit(milliseconds, signal);
		const controllers = await controllersWithin(Math.min(CONTROLLERS_LIMIT, milliseconds), signal);
		const done = <T>(work: Thenable<T>) =>
			resultWithin(
				work.then(() => true),
				timeLimit.left(),
			);
		let finished = controllers.length === 0 || !refresh || (await done(run('testing.refreshTests'))) === true;
		const asked = new Set<string>();
		for (let depth = 0; depth < MAX_DEPTH && finished; depth++) {
			const roots = await testItems.roots(controllers);
			const unresolved = [...roots, ...roots.flatMap(root => below(root, true))]
				.filter(({ fullId, item }) => item.canResolveChildren && item.children.size === 0 && !asked.has(fullId))
				.filter(({ item }) => concerns(item.uri, place))
				.map(({ fullId }) => fullId);
			if (unresolved.length === 0) {
				break;
			}
			unresolved.forEach(id => asked.add(id));
			finished = (await done(run('vscode.runTestsById', RUN, ...unresolved.map(id => childId(id, NOBODY))))) === true;
		}
		const roots = await testItems.roots(controllers);
		const items = () => roots.flatMap(root => below(root, true));
		const busy = () => [...roots, ...items()].some(({ item }) => item.busy && concerns(item.uri, place));
		while (finished && busy()) {
			finished = timeLimit.left().milliseconds > 0;
			await delay(INTERVAL, signal);
		}
		return { controllers: roots.map(({ item }) => item.label), items: items(), unfinished: !finished };
	};
}

/** True when tests of the place can be at this item: it is in the place, or the place is in it. */
function concerns(uri: vscode.Uri | undefined, place: vscode.Uri | undefined): boolean {
	return uri === undefined || place === undefined || isIn(uri, place) || isIn(place, uri);
}

export function isIn(uri: vscode.Uri, place: vscode.Uri): boolean {
	const folder = place.path.endsWith('/') ? place.path : `${place.path}/`;
	return uri.scheme === place.scheme && (uri.path === place.path || uri.path.startsWith(folder));
}

async function controllersWithin(milliseconds: number, signal: Cancellation): Promise<readonly string[]> {
	const giveUpAt = Date.now() + milliseconds;
	for (;;) {
		const [withTests, profiles] = await Promise.all([
			run('vscode.testing.getControllersWithTests'),
			// Controllers that have not looked for tests yet are known by what they can do.
			run('testing.getSelectedProfiles'),
		]);
		const found = new Set([
			...listOf(withTests).filter(id => typeof id === 'string'),
			...listOf(profiles)
				.map(profile => (isFields(profile) ? profile['controllerId'] : undefined))
				.filter(id => typeof id === 'string'),
		]);
		if (found.size > 0 || Date.now() > giveUpAt) {
			return [...found];
		}
		await delay(INTERVAL, signal);
	}
}

function listOf(value: unknown): readonly unknown[] {
	return Array.isArray(value) ? value : [];
}
