import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/** Seconds that the longest files take on two cores. Only their order counts, so the figures may be old. */
const LONG: Readonly<Record<string, number>> = {
	'tests/editor/custom-tools.test.ts': 120,
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
