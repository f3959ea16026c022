import { noTestExtension } from '@hawser/core/answers/no-test-extension.ts';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import type { TestFacts, Tests } from '@hawser/core/ports/tests.ts';
import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';
import type * as vscode from 'vscode';
import { existingFile } from '../shared/existing-file.ts';
import type { WorkspacePaths } from '../shared/workspace-paths.ts';
import { requireItems } from './choose-tests.ts';
import { createDiscovery, type Discovered, isIn } from './discovery.ts';
import { showId } from './test-ids.ts';
import { isTest, type KnownItem, type TestItems } from './test-items.ts';

/** Extensions may search this long before tests are run; test_list says itself how long it waits. */
const SEARCH_LIMIT = 60_000;

export interface KnownTests {
	find: Tests['find'];
	/** The file or folder, which must exist. */
	place(path: string): Promise<vscode.Uri>;
	/** Tests of the place, at least one; searched for anew where none are known. */
	testsIn(place: vscode.Uri | undefined, signal: Cancellation): Promise<readonly KnownItem[]>;
	/** Tests and suites with these ids; searched for anew where one is not known. */
	itemsWith(ids: readonly string[], signal: Cancellation): Promise<readonly KnownItem[]>;
	describe(known: KnownItem): TestFacts;
}

export function createKnownTests(paths: WorkspacePaths, testItems: TestItems): KnownTests {
	const discover = createDiscovery(testItems);
	const look = (place: vscode.Uri | undefined, refresh: boolean, signal: Cancellation) =>
		discover({ place, refresh, milliseconds: SEARCH_LIMIT }, signal);

	const place = (path: string) => existingFile(path, paths, 'file or folder');

	const describe = ({ fullId, item, suites }: KnownItem): TestFacts => ({
		id: showId(fullId),
		label: item.label,
		suites,
		...(item.uri && { path: paths.show(item.uri) }),
		...(item.range && { line: item.range.start.line + 1 }),
	});

	return {
		place,
		describe,
		async find({ path, refresh, milliseconds }, signal) {
			const wanted = path === undefined ? undefined : await place(path);
			const found = await discover({ place: wanted, refresh, milliseconds }, signal);
			const here = itemsIn(found, wanted);
			return {
				tests: here.filter(isTest).map(describe),
				controllers: found.controllers,
				problems: here.filter(isBroken).map(({ item }) => ({
					label: item.label,
					...(item.uri && { path: paths.show(item.uri) }),
					message: errorOf(item),
				})),
				unfinished: found.unfinished,
			};
		},
		async testsIn(wanted, signal) {
			const present = await look(wanted, false, signal);
			const known = itemsIn(present, wanted).filter(isTest);
			if (known.length > 0) {
				return known;
			}
			if (present.controllers.length === 0) {
				throw noTestExtension();
			}
			const found = await look(wanted, true, signal);
			const tests = itemsIn(found, wanted).filter(isTest);
			if (tests.length === 0) {
				throw noTests(found, wanted, wanted ? paths.show(wanted) : 'this window');
			}
			return tests;
		},
		async itemsWith(ids, signal) {
			const { items } = await look(undefined, false, signal);
			const known = new Set(items.map(({ fullId }) => showId(fullId)));
			return ids.every(id => known.has(id))
				? requireItems(ids, items)
				: requireItems(ids, (await look(undefined, true, signal)).items);
		},
	};
}

function itemsIn({ items }: Discovered, place: vscode.Uri | undefined): readonly KnownItem[] {
	return place ? items.filter(({ item }) => item.uri && isIn(item.uri, place)) : items;
}

function noTests(found: Discovered, place: vscode.Uri | undefined, where: string): ToolError {
	const broken = itemsIn(found, place).filter(isBroken);
	const [first] = broken;
	const { controllers } = found;
	if (first) {
		return new ToolError('E_DISCOVERY_FAILED', `${first.item.label}: ${errorOf(first.item)}`, {
			details: { problems: broken.slice(0, 20).map(({ item }) => `${item.label}: ${errorOf(item)}`) },
		});
	}
	return controllers.length === 0
		? noTestExtension()
		: new ToolError('E_NO_TESTS', `There are no tests in ${where}; asked: ${controllers.join(', ')}.`, {
				details: { controllers },
			});
}

function isBroken({ item }: KnownItem): boolean {
	return item.error !== undefined;
}

function errorOf({ error }: vscode.TestItem): string {
	return typeof error === 'string' ? error : (error?.value ?? '');
}
