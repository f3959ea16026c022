import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/** Seconds that the longest files take on two cores. Only their order counts, so the figures may be old. */
const LONG: Readonly<Record<string, number>> = {
	'tests/editor/policy-table.test.ts': 420,
	'tests/editor/agents-and-grants.test.ts': 200,
	'tests/editor/review.test.ts': 110,
	'tests/editor/servers/vue.test.ts': 330,
	'tests/editor/servers/vue-3.test.ts': 170,
	'tests/editor/servers/svelte.test.ts': 240,
	'tests/editor/servers/typescript-7.test.ts': 200,
	'tests/editor/servers/pyright.test.ts': 200,
	'tests/editor/servers/intelephense.test.ts': 200,
	'tests/editor/servers/eslint.test.ts': 150,
	'tests/editor/servers/bash.test.ts': 150,
	'tests/editor/servers/yaml.test.ts': 100,
	'tests/editor/terminals.test.ts': 150,
	'tests/editor/custom-tools.test.ts': 130,
	'tests/editor/project-config.test.ts': 130,
	'tests/editor/file-bridge.test.ts': 130,
	'tests/editor/settings.test.ts': 120,
	'tests/start/start.test.ts': 110,
	'tests/editor/real-repository.test.ts': 105,
	'tests/editor/language-truth.test.ts': 95,
	'tests/editor/refactorings.test.ts': 90,
	'tests/editor/testing-view.test.ts': 90,
	'tests/editor/debugging.test.ts': 90,
	'tests/editor/window-life.test.ts': 80,
	'tests/editor/editor-and-user.test.ts': 75,
	'tests/editor/debug-errors.test.ts': 70,
	'tests/editor/symbols.test.ts': 70,
	'tests/editor/databases.test.ts': 65,
	'tests/editor/writing.test.ts': 60,
};

/**
 * Starts the longest files first, so that the lanes end at about the same time, and the unit tests, which are short, last.
 * Vitest itself knows durations only of runs on the same machine, and sorts by the size of the file where it has none.
 */
export class LongestFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const bySize = await super.sort(files);
		return bySize.toSorted((a, b) => secondsOf(b) - secondsOf(a));
	}
}

function secondsOf({ moduleId, project }: TestSpecification): number {
	const known = Object.entries(LONG).find(([file]) => moduleId.endsWith(`/${file}`));
	return known?.[1] ?? (project.name === 'unit' ? 0 : 1);
}
