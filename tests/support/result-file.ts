import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

const ROOT = join(import.meta.dirname, '../..');

/** Where the result of the last run is. */
export const RESULT_FILE = join(ROOT, 'dist/test-results.json');

/** Set while files run one after the other. */
export const ALONE_VARIABLE = 'HAWSER_TEST_ALONE';

export interface TestResults {
	passed: number;
	failed: number;
	skipped: number;
	/** Files in which a test, a hook or something unattended failed, relative to the root; '' for what belongs to no file. */
	failedFiles: string[];
	/** Seconds that each file took, with the longest first. */
	seconds: Record<string, number>;
}

/** Writes the result of a run as a file, for scripts/test.ts and for whoever looks where the time goes. */
export class ResultFile implements Reporter {
	onTestRunEnd(modules: readonly TestModule[], unattended: readonly SerializedError[]): void {
		const states = modules.flatMap(({ children }) => [...children.allTests()].map(test => test.result().state));
		const count = (state: string) => states.filter(one => one === state).length;
		const failedFiles = [
			...modules.filter(module => !module.ok()).map(({ moduleId }) => moduleId),
			...unattended.map(error => (typeof error['VITEST_TEST_PATH'] === 'string' ? error['VITEST_TEST_PATH'] : ROOT)),
		].map(file => relative(ROOT, file));
		const seconds = modules
			.map(module => {
				const name = `${module.project.name} ${relative(ROOT, module.moduleId)}`;
				return [name, Math.round(module.diagnostic().duration / 100) / 10] as const;
			})
			.toSorted(([, a], [, b]) => b - a);
		const results: TestResults = {
			...{ passed: count('passed'), failed: count('failed'), skipped: count('skipped') },
			failedFiles: [...new Set(failedFiles)],
			seconds: Object.fromEntries(seconds),
		};
		mkdirSync(dirname(RESULT_FILE), { recursive: true });
		writeFileSync(RESULT_FILE, `${JSON.stringify(results, undefined, '\t')}\n`);
	}
}
