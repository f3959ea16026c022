import { spawn } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';

export type Revision = '2025-11-25' | '2026-07-28';

interface Check {
	id: string;
	status: 'SUCCESS' | 'FAILURE' | 'WARNING' | 'SKIPPED' | 'INFO';
	errorMessage?: string;
	details?: unknown;
}

export interface SuiteRun {
	exitCode: number | null;
	/** The output of the suite. */
	output: string;
	/** The checks of every scenario that ran to its end. */
	scenarios: ReadonlyMap<string, readonly Check[]>;
}

const SUITE = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'));

/** The scenarios that a server has to pass, as the suite itself lists them. */
export async function requiredScenarios(revision: Revision): Promise<string[]> {
	const { output } = await runNode(['list', '--requirements', revision], 10_000);
	const [section = ''] = output.split('Server scenarios').slice(1);
	const [list = ''] = section.split('\n\n');
	return [...list.matchAll(/^ {2}- (\S+)$/gm)].flatMap(([, name]) => name ?? []);
}

/** Runs everything that the suite has for a server of that revision. */
export async function runSuite(url: string, revision: Revision, timeout: number): Promise<SuiteRun> {
	const folder = await mkdtemp(join(tmpdir(), 'hawser-conformance-'));
	try {
		const arguments_ = ['server', '--url', url, '--requirements', revision, '--timeout', '20000', '-o', folder];
		return { ...(await runNode(arguments_, timeout)), scenarios: await readChecks(folder) };
	} finally {
		await rm(folder, { recursive: true, force: true });
	}
}

/** Everything that keeps these scenarios from having passed; a warning counts. */
export function complaints({ scenarios }: SuiteRun, names: readonly string[]): string[] {
	return names.flatMap(name => {
		const checks = scenarios.get(name);
		if (!checks) {
			return [`${name}: did not run`];
		}
		const bad = checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING');
		if (bad.length === 0 && !checks.some(({ status }) => status === 'SUCCESS')) {
			return [`${name}: checked nothing`];
		}
		return bad.map(({ id, status, errorMessage = '' }) => `${name}: ${status} ${id}: ${errorMessage}`);
	});
}

async function runNode(parameters: string[], timeout: number): Promise<Pick<SuiteRun, 'exitCode' | 'output'>> {
	const child = spawn(process.execPath, [SUITE, ...parameters], {
		stdio: ['ignore', 'pipe', 'pipe'],
		timeout,
		killSignal: 'SIGKILL',
	});
	const ended = new Promise<number | null>((resolve, reject) => {
		child.on('error', reject);
		child.on('close', resolve);
	});
	const [output, errors, exitCode] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
	return { exitCode, output: output + errors };
}

/** The suite leaves a folder per scenario: server-<scenario>-<time>/checks.json. */
async function readChecks(folder: string): Promise<Map<string, Check[]>> {
	const scenarios = new Map<string, Check[]>();
	for (const name of await readdir(folder)) {
		const scenario = /^server-(.+)-\d{4}-\d\d-\d\dT[\d-]+Z$/.exec(name)?.[1];
		const content = await readFile(join(folder, name, 'checks.json'), 'utf8').catch(() => undefined);
		if (scenario !== undefined && content !== undefined) {
			scenarios.set(scenario, JSON.parse(content) as Check[]);
		}
	}
	return scenarios;
}
