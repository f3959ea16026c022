/** `npm run bench [-- name … --json]`: measures, prints a table, and fails when a row misses its bar. */
import { parseArgs } from 'node:util';
import { buildAll } from '../scripts/build/build-all.ts';
import type { Row } from './row.ts';
import { activation } from './rows/activation.ts';
import { activityView } from './rows/activity-view.ts';
import { answers } from './rows/answers.ts';
import { cliStart } from './rows/cli-start.ts';
import { databaseQuery } from './rows/database-query.ts';
import { deadWindow } from './rows/dead-window.ts';
import { debugStep } from './rows/debug-step.ts';
import { fileBridge } from './rows/file-bridge.ts';
import { manyCalls } from './rows/many-calls.ts';
import { mcpCallLegacy, mcpCallModern } from './rows/mcp-call.ts';
import { monorepoMemory, monorepoReferences } from './rows/monorepo.ts';
import { outsideBase } from './rows/outside-base.ts';
import { policyCost } from './rows/policy-cost.ts';
import { projectProblems, projectProblemsAgain } from './rows/project-problems.ts';
import { catalogueCore, instructions, plainQueries, toolsListBytes, vsixSize } from './rows/sizes.ts';
import { stdioCall } from './rows/stdio-call.ts';
import { symbolReferences } from './rows/symbol-references.ts';
import { terminalRead, terminalRun } from './rows/terminal.ts';
import { textSearchFrequent, textSearchRare } from './rows/text-search.ts';
import { variablesTree } from './rows/variables-tree.ts';
import { openWindowUnderTest, type WindowUnderTest } from './window-under-test.ts';

const BENCHMARKS = [
	activation,
	stdioCall,
	mcpCallLegacy,
	mcpCallModern,
	fileBridge,
	policyCost,
	cliStart,
	vsixSize,
	toolsListBytes,
	catalogueCore,
	instructions,
	plainQueries,
	...answers,
	textSearchRare,
	textSearchFrequent,
	symbolReferences,
	projectProblems,
	projectProblemsAgain,
	monorepoReferences,
	monorepoMemory,
	debugStep,
	variablesTree,
	databaseQuery,
	terminalRun,
	terminalRead,
	manyCalls,
	activityView,
	outsideBase,
	deadWindow,
];

const { values, positionals } = parseArgs({ options: { json: { type: 'boolean' } }, allowPositionals: true });
const chosen = BENCHMARKS.filter(
	({ name }) => positionals.length === 0 || positionals.some(part => name.includes(part)),
);
if (chosen.length === 0) {
	console.error(`There is no such row. The rows are: ${BENCHMARKS.map(({ name }) => name).join(', ')}`);
	process.exit(2);
}
await buildAll();
let opened: Promise<WindowUnderTest> | undefined;
const rows: Row[] = [];
try {
	for (const benchmark of chosen) {
		rows.push(await benchmark.run(() => (opened ??= openWindowUnderTest())));
	}
} finally {
	await (await opened)?.close();
}
console.log(values.json === true ? JSON.stringify(rows, null, '\t') : table(rows));
process.exitCode = rows.every(isMet) ? 0 : 1;

/** A row that could not be measured is not met either. */
function isMet({ value, bar }: Row): boolean {
	return value <= bar;
}

function table(measured: readonly Row[]): string {
	const figure = (value: number, unit: Row['unit']) => `${value.toFixed(unit === 'x' ? 2 : 0)} ${unit}`;
	const lines = measured.map(row => {
		const verdict = isMet(row) ? 'ok  ' : 'MISS';
		const numbers = `${figure(row.value, row.unit).padStart(11)}  (bar ${figure(row.bar, row.unit)})`;
		return `${verdict} ${row.name.padEnd(23)}${numbers.padEnd(30)} ${row.title}\n${' '.repeat(56)}${row.detail}`;
	});
	return lines.join('\n');
}
