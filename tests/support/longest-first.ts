import type { TestSpecification } from 'vitest/node';
import { BaseSequencer } from 'vitest/node';

/** Seconds that the longest files take on two cores. Only their order counts, so the figures may be old. */
const LONG: Readonly<Record<string, number>> = {
	'tests/editor/servers/vue.test.ts': 330,
	'tests/editor/servers/svelte.test.ts': 260,
	'tests/editor/servers/vue-3.test.ts': 193,
	'tests/editor/policy-table.test.ts': 150,
	'tests/editor/settings.test.ts': 145,
	'tests/start/start.test.ts': 137,
	'tests/editor/servers/slow-provider.test.ts': 130,
	'tests/editor/custom-tools.test.ts': 122,
	'tests/editor/real-repository.test.ts': 120,
	'tests/editor/project-config.test.ts': 117,
	'tests/editor/servers/eslint.test.ts': 116,
	'tests/editor/terminals.test.ts': 114,
	'tests/editor/file-bridge.test.ts': 107,
	'tests/editor/servers/pyright.test.ts': 101,
	'tests/editor/servers/intelephense.test.ts': 95,
	'tests/editor/agents-and-grants.test.ts': 93,
	'tests/editor/review.test.ts': 87,
	'tests/editor/language-truth.test.ts': 86,
	'tests/editor/testing-view.test.ts': 81,
	'tests/editor/window-life.test.ts': 79,
	'tests/editor/dialects.test.ts': 77,
	'tests/editor/refactorings.test.ts': 77,
	'tests/editor/notebooks.test.ts': 75,
	'tests/editor/changes.test.ts': 75,
	'tests/editor/debug-errors.test.ts': 74,
	'tests/editor/servers/typescript-7.test.ts': 73,
	'tests/editor/tool-examples.test.ts': 67,
	'tests/editor/debug-sequences.test.ts': 64,
	'tests/editor/editor-and-user.test.ts': 63,
	'tests/editor/questions.test.ts': 60,
	'tests/editor/debugging.test.ts': 59,
	'tests/editor/many-agents.test.ts': 59,
	'tests/editor/edit-sequences.test.ts': 57,
	'tests/editor/native-ide.test.ts': 56,
	'tests/editor/cold-window.test.ts': 56,
	'packages/headless/test/real-editor.test.ts': 55,
	'tests/editor/writing.test.ts': 55,
	'tests/editor/symbols.test.ts': 55,
	'tests/editor/servers/bash.test.ts': 53,
	'tests/editor/databases.test.ts': 53,
	'tests/editor/fuzz.test.ts': 53,
	'tests/editor/correctness-properties.test.ts': 52,
	'tests/editor/native-ide-codex.test.ts': 51,
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
