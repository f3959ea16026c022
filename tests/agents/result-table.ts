import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../../scripts/build/artefacts.ts';
import { AGENT_PACKAGES, type AgentName } from './agent-packages.ts';

/** One way in which one client reached the window. */
export interface Result {
	client: AgentName;
	version: string;
	/** The source of its configuration. */
	configuredBy: string;
	transport: 'stdio' | 'http';
	/** Era and version of the protocol. */
	era: string;
	/** The client's own words about the connection. */
	check: string;
	/** From the start of the client to its end, the call included. */
	seconds: number;
}

const FILE = join(ROOT, 'dist/agents.json');

/** Leaves the result for programs and for the table. */
export function keepResult(result: Omit<Result, 'version'>): void {
	mkdirSync(dirname(FILE), { recursive: true });
	const all = [...readResults(), { ...result, version: AGENT_PACKAGES[result.client].version }];
	writeFileSync(FILE, `${JSON.stringify(all, null, '\t')}\n`);
}

function readResults(): Result[] {
	return existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Result[]) : [];
}

/** Called by vitest once before and once after all tests. */
export function setup(): () => void {
	rmSync(FILE, { force: true });
	return () => console.log(`\n${table(readResults())}\n`);
}

/** The table of clients in the README. */
function table(results: readonly Result[]): string {
	const rows = results.map(({ client, version, transport, era, configuredBy, check, seconds }) => [
		`${AGENT_PACKAGES[client].title} ${version}`,
		transport,
		era,
		configuredBy,
		check,
		`${seconds.toFixed(1)} s`,
	]);
	const head = ['client', 'transport', 'protocol', 'configured by', 'the client says', 'one task'];
	return [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n');
}
