import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT } from '../../scripts/build/artefacts.ts';
import { AGENT_PACKAGES, type AgentName, TERMINAL_PACKAGES, type TerminalAgentName } from './agent-packages.ts';

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

/** What Hawser costs the model of one client. */
export interface Cost {
	client: AgentName;
	mode: string;
	/** Bytes of the first request without Hawser. */
	without: number;
	/** Bytes that Hawser adds to each request. */
	added: number;
	/** Characters of an answer with five references, as the model is told it. */
	answer: number;
}

/** What works by an agent's own IDE protocol, in the order of the table. */
const NATIVE_FEATURES = [
	'connects by itself',
	'selection in the request',
	'shows a change',
	'accepted',
	'accepted with a change',
	'rejected',
	'answered in the terminal',
	'errors after an edit',
	'in an ordinary terminal',
	'in the right one of nested windows',
	'after a reload',
	'after a crash',
] as const;

export type NativeFeature = (typeof NATIVE_FEATURES)[number];

/** What has worked with one agent when it was last tried, for the table in docs/how/agents-in-the-terminal.md. */
interface NativeResults {
	features: readonly NativeFeature[];
	agents: readonly { agent: string; works: readonly NativeFeature[] }[];
}

/** Kept in the repository: a run that tries a part of the agents or of the features leaves the rest as it was. */
const NATIVE = join(ROOT, 'tests/agents/native-results.json');
const FILE = join(ROOT, 'dist/agents.json');
const COSTS = join(ROOT, 'dist/agent-costs.json');

/** Leaves the result for programs and for the table. */
export function keepResult(result: Omit<Result, 'version'>): void {
	mkdirSync(dirname(FILE), { recursive: true });
	const all = [...readResults(), { ...result, version: AGENT_PACKAGES[result.client].version }];
	writeFileSync(FILE, `${JSON.stringify(all, null, '\t')}\n`);
}

export function keepCost(cost: Cost): void {
	mkdirSync(dirname(COSTS), { recursive: true });
	writeFileSync(COSTS, `${JSON.stringify([...readCosts(), cost], null, '\t')}\n`);
}

/** Runs the part of a test that proves these features, and enters whether they work. `npm run generate` puts it into the docs. */
export async function proving(
	client: TerminalAgentName,
	features: readonly NativeFeature[],
	prove: () => Promise<void>,
): Promise<void> {
	enterNative(client, works => works.filter(feature => !features.includes(feature)));
	await prove();
	enterNative(client, works => [...works, ...features]);
}

function enterNative(client: TerminalAgentName, change: (works: readonly NativeFeature[]) => NativeFeature[]): void {
	const { agents: rows } = JSON.parse(readFileSync(NATIVE, 'utf8')) as NativeResults;
	const { title, version } = TERMINAL_PACKAGES[client];
	const agent = `${title} ${version}`;
	const known = rows.find(row => row.agent === agent);
	const works = NATIVE_FEATURES.filter(feature => change(known?.works ?? []).includes(feature));
	// What another version could do says nothing of this one.
	const others = rows.filter(row => row !== known && !row.agent.startsWith(`${title} `));
	const agents = [...others, { agent, works }].sort((one, other) => one.agent.localeCompare(other.agent));
	writeFileSync(
		NATIVE,
		`${JSON.stringify({ features: NATIVE_FEATURES, agents } satisfies NativeResults, null, '\t')}\n`,
	);
}

function readCosts(): Cost[] {
	return existsSync(COSTS) ? (JSON.parse(readFileSync(COSTS, 'utf8')) as Cost[]) : [];
}

function readResults(): Result[] {
	return existsSync(FILE) ? (JSON.parse(readFileSync(FILE, 'utf8')) as Result[]) : [];
}

/** Called by vitest once before and once after all tests. */
export function setup(): () => void {
	rmSync(FILE, { force: true });
	rmSync(COSTS, { force: true });
	return () => console.log(`\n${table(readResults())}\n\n${costTable(readCosts())}\n`);
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
	return lines(head, rows);
}

/** The table of costs in docs/what-a-model-sees.md. */
function costTable(costs: readonly Cost[]): string {
	const rows = costs.map(({ client, mode, without, added, answer }) => {
		const { title, version } = AGENT_PACKAGES[client];
		return [`${title} ${version}${mode === '' ? '' : `, ${mode}`}`, kB(without), kB(added), `${answer} characters`];
	});
	return lines(['client', 'first request without Hawser', 'Hawser adds', 'five references'], rows);
}

function kB(bytes: number): string {
	return `${(bytes / 1000).toFixed(1)} kB`;
}

function lines(head: readonly string[], rows: readonly (readonly string[])[]): string {
	return [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.join(' | ')} |`).join('\n');
}
