import { expect, test } from 'vitest';
import { toolsets } from '../src/all-toolsets.ts';
import { ERROR_CODES } from '../src/errors/error-codes.ts';

/** What agents and users read most, held word for word: a change of wording is seen here before it is seen out there. */

const tools = toolsets.flatMap(toolset => toolset.tools);
type Data = Record<string, unknown>;

const CLEAN = {
	freshness: 'fresh',
	appeared: [],
	appearedTotal: 0,
	disappeared: [],
	disappearedTotal: 0,
	errorsLeft: 0,
};
const ROW = { path: 'a.ts', line: 2, severity: 'error', message: 'Cannot find name.' };
const PROBLEM = { ...ROW, column: 1, endLine: 2, endColumn: 5 };
const NONE = { error: 0, warning: 0, information: 0, hint: 0 };
const READ = { path: 'a.ts', language: 'typescript', dirty: false, encoding: 'utf8', lineEnding: 'lf', version: 'v1' };
const EDITED = { path: 'a.ts', version: 'v2', linesAdded: 1, linesRemoved: 1, problems: CLEAN };
const RUN = { terminal: '1', command: 'x', running: false, output: 'hi\n', totalLines: 1, milliseconds: 1200 };
const TESTS = { total: 3, passed: 3, failed: 0, errored: 0, skipped: 0, notRun: 0, milliseconds: 1200, tests: [] };
const SETTING = { key: 'editor.tabSize', value: 2, setIn: 'workspace', written: [] };
const REPOSITORY = { root: '.', branch: 'main', head: 'abc', counts: {} };
const PLACE = { line: 1, column: 7, text: 'const sum = 1;' };
const RENAMED = {
	...{ applied: true, oldName: 'total', newName: 'sum', freshness: 'fresh', totalFiles: 1, totalEdits: 1 },
	files: [{ path: 'a.ts', edits: 1, places: [PLACE] }],
};
const TABLE = { database: 'shop', engine: 'sqlite' };
const SESSION = { id: 's1', name: 'main.js', state: 'ended' };

test.each<[tool: string, data: Data, text: string]>([
	[
		'file_read',
		{ ...READ, totalLines: 3, startLine: 1, endLine: 2, text: 'a\nb', finalBreak: true },
		'lines 1 to 2 of 3 (version v1)\n1 a\n2 b',
	],
	[
		'file_read',
		{ ...READ, totalLines: 3, startLine: 2, endLine: 2, text: 'b', finalBreak: true },
		'line 2 of 3 (version v1)\n2 b',
	],
	[
		'file_read',
		{ ...READ, totalLines: 0, startLine: 1, endLine: 0, text: '', finalBreak: false },
		'no lines (version v1)\n(empty file)',
	],
	['file_edit', { ...EDITED, edits: [{ line: 2, replaced: 1 }] }, 'Edited line 2.\nNo new problems.'],
	[
		'file_edit',
		{
			...EDITED,
			edits: [
				{ line: 2, replaced: 1 },
				{ line: 5, replaced: 3 },
			],
		},
		'Edited lines 2, 5 (3 places).\nNo new problems.',
	],
	[
		'file_list',
		{ path: '.', totalEntries: 1, totalFiles: 1, entries: [{ name: 'a.ts', size: 4 }] },
		'Workspace: 1 entry, 1 file in all\na.ts  4',
	],
	['file_list', { path: 'src', totalEntries: 0, totalFiles: 0, entries: [] }, 'src: empty'],
	['file_find', { total: 0, files: [] }, 'No file matches.'],
	['file_find', { total: 1, files: ['a.ts'] }, '1 file, best first\na.ts'],
	['file_delete', { path: 'a.ts', kind: 'file', movedTo: 'trash' }, 'Deleted the file a.ts. It is in the trash.'],
	['symbol_rename', RENAMED, 'Renamed total to sum: 1 edit in 1 file\na.ts'],
	[
		'symbol_rename',
		{ ...RENAMED, applied: false },
		'Would rename total to sum: 1 edit in 1 file\na.ts: 1 edit\n1:7 const sum = 1;',
	],
	[
		'symbol_references',
		{ symbol: 'sum', freshness: 'fresh', total: 0, totalFiles: 0, files: [] },
		'sum: no references',
	],
	[
		'symbol_references',
		{ symbol: 'sum', freshness: 'fresh', total: 1, totalFiles: 1, files: [{ path: 'a.ts', references: [PLACE] }] },
		'a.ts\n1: const sum = 1;',
	],
	['symbol_search', { query: 'sum', freshness: 'fresh', total: 0, symbols: [] }, 'No symbol is like "sum"'],
	['symbol_hover', { symbol: 'sum', freshness: 'fresh', text: '' }, 'Nothing is known about sum.'],
	['symbol_outline', { path: 'a.ts', freshness: 'fresh', total: 0, depth: 1, symbols: [] }, 'a.ts: no symbols'],
	['code_format', { path: 'a.ts', changed: false, linesChanged: 0 }, 'a.ts: formatted already; nothing changed.'],
	['code_format', { path: 'a.ts', changed: true, linesChanged: 1 }, 'a.ts: formatted, 1 line touched, saved.'],
	[
		'code_organize_imports',
		{ path: 'a.ts', changed: false, linesChanged: 0 },
		'a.ts: the imports are in order; nothing changed.',
	],
	[
		'diagnostic_list',
		{ freshness: 'fresh', checkedFiles: 1, counts: NONE, total: 0, problems: [] },
		'No problems in 1 file',
	],
	[
		'diagnostic_list',
		{ freshness: 'fresh', checkedFiles: 2, counts: { ...NONE, error: 1 }, total: 1, problems: [PROBLEM] },
		'1 error in 2 files\na.ts\n2:1: Cannot find name.',
	],
	[
		'diagnostic_list',
		{ freshness: 'fresh', checkedFiles: 2, counts: { ...NONE, hint: 3 }, total: 0, problems: [] },
		'No problems (of all: 3 hints) in 2 files',
	],
	[
		'diagnostic_list',
		{ freshness: 'fresh', checkedFiles: 2, counts: { ...NONE, information: 2, warning: 1 }, total: 3, problems: [] },
		'1 warning, 2 infos in 2 files',
	],
	['terminal_run', { ...RUN, exitCode: 0 }, 'exit code 0, 1.2 s (terminal 1)\nhi'],
	['terminal_run', { ...RUN, exitCode: 1, output: '' }, 'exit code 1, 1.2 s (terminal 1)\n(no output)'],
	[
		'terminal_run',
		{ ...RUN, running: true, unfinished: true },
		'still running after 1.2 s (terminal 1)\nhi\n(Read on with terminal_read; end it with terminal_stop.)',
	],
	[
		'task_run',
		{ ...RUN, exitCode: 0, task: 'build', source: 'npm', problemsTotal: 0, problems: [] },
		'exit code 0, 1.2 s (terminal 1)\nhi',
	],
	['test_run', TESTS, '3 tests in 1.2 s: 3 passed.'],
	['test_run', { ...TESTS, passed: 1, failed: 1, skipped: 1 }, '3 tests in 1.2 s: 1 passed, 1 failed, 1 skipped.'],
	['test_run', { ...TESTS, total: 0, passed: 0 }, 'No tests in 1.2 s.'],
	['test_list', { total: 0, tests: [], sources: ['Vitest'] }, 'No tests (Vitest).'],
	['setting_set', SETTING, 'editor.tabSize = 2 (workspace; not set there before)'],
	['setting_set', { ...SETTING, before: 8 }, 'editor.tabSize = 2 (workspace; 8 there before)'],
	['git_status', { repositories: [REPOSITORY], total: 0 }, 'On main\nNothing to commit, the working tree is clean.'],
	[
		'git_status',
		{ repositories: [{ ...REPOSITORY, root: 'api', upstream: 'origin/main', ahead: 1, behind: 0 }], total: 0 },
		'api: on main, 1 ahead of origin/main\nNothing to commit, the working tree is clean.',
	],
	[
		'git_commit',
		{ root: '.', hash: 'abcdef0123456', branch: 'main', subject: 'Round', files: 1 },
		'Committed abcdef0123 on main: Round (1 file)',
	],
	['git_log', { root: '.', commits: [], total: 0 }, 'No commits match.'],
	['database_list', { total: 0, databases: [] }, 'No database was found in the files of this project.'],
	['database_tables', { ...TABLE, total: 0, tables: [] }, 'shop (sqlite): no tables'],
	['database_execute', { ...TABLE, changedRows: 0, columns: [], rows: [] }, 'shop: no rows changed.'],
	['breakpoint_list', { total: 0, breakpoints: [] }, 'No breakpoints'],
	['breakpoint_clear_file', { path: 'a.js', cleared: 0 }, 'There was no breakpoint in a.js.'],
	['breakpoint_clear_file', { path: 'a.js', cleared: 2 }, '2 breakpoints removed from a.js.'],
	['breakpoint_clear_project', { cleared: 0 }, 'There was no breakpoint to remove.'],
	['debug_configurations', { total: 0, configurations: [] }, 'No configurations'],
	['debug_stop', { stopped: [SESSION], stoppedCount: 1 }, 'Ended: main.js'],
	['util_wait', { waited: 500 }, 'Waited 500 ms.'],
	['docs_list', { count: 0, docs: [] }, 'No guides.'],
	['command_list', { total: 0, commands: [] }, 'No command matches.'],
	['project_modules', { total: 0, systems: [], modules: [] }, 'No manifest of a known build system.'],
	['project_dependencies', { total: 0, modules: [] }, 'No dependencies.'],
	['task_list', { total: 0, tasks: [] }, 'No tasks.'],
	['terminal_list', { total: 0, terminals: [] }, 'No terminals.'],
	['editor_open', { path: 'a.ts', line: 3, column: 1, endLine: 3, endColumn: 1 }, 'Opened a.ts at 3:1.'],
	['editor_notify', { shown: true }, 'Shown. Whether the user has read it is not known.'],
	['editor_context', { tabs: [], tabsTotal: 0 }, 'No file is active.\nTabs (0): none'],
	['window_list', { windows: [] }, 'No windows:\n'],
	['text_search', { total: 0, totalFiles: 0, files: [], searchedFiles: 3 }, 'No matches.'],
	['file_write', { ...EDITED, created: true }, 'Created a.ts (+1 -1 lines).\nNo new problems.'],
])('%s of %j', (name, data, text) => {
	const [told] = tools.find(tool => tool.name === name)?.tell?.(data) ?? [];
	expect(told).toBe(text);
});

/** Words that a reader stumbles over, or that say nothing. */
test.each(Object.entries(ERROR_CODES))('%s is said in whole sentences', (_code, { meaning, hint }) => {
	for (const sentence of [meaning, hint]) {
		expect(sentence).toMatch(/^[A-Zg].*[.?)]$/s);
		expect(sentence).not.toMatch(/\bmend\b|\binformations\b|\.\.(?!\.)|\s{2}/i);
	}
});
