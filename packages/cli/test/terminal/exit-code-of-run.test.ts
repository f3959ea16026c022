import { expect, test } from 'vitest';
import { exitCodeOfRun } from '../../src/terminal/exit-code-of-run.ts';
import { manifest } from '../../src/tools/published-tools.ts';

const META = { requestId: 'r', timestamp: '', duration: 0 };

test.each<[string, Record<string, unknown>, number]>([
	['terminal_run', { exitCode: 0 }, 0],
	['terminal_run', { exitCode: 1 }, 1],
	['terminal_run', { exitCode: 130 }, 130],
	['terminal_run', { exitCode: -1 }, 1],
	['terminal_run', { exitCode: 3_221_225_786 }, 1],
	['terminal_run', { running: true }, 0],
	['terminal_run', { running: true, unfinished: true }, 124],
	['task_run', { exitCode: 2, problemsTotal: 0 }, 2],
	['test_run', { passed: 3, failed: 0, errored: 0 }, 0],
	['test_run', { passed: 3, failed: 2, errored: 0 }, 1],
	['test_run', { passed: 3, failed: 0, errored: 1 }, 1],
	['diagnostic_list', { exitCode: 1, failed: 1 }, 0],
])('hawser call %s ends after %j with %i', (name, data, code) => {
	const tool = manifest.tools.find(candidate => candidate.name === name);
	expect(exitCodeOfRun({ ok: true, type: 'success', data, meta: META }, tool ?? {})).toBe(code);
});
