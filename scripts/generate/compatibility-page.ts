import { AGENTLINK } from './compatibility/agentlink.ts';
import { DEVDB } from './compatibility/devdb.ts';
import { GGMCP } from './compatibility/ggmcp.ts';
import { proofInWords, requireProofs } from './compatibility/proofs.ts';
import type { Requirement, System } from './compatibility/requirement.ts';
import { VSC_BRIDGE } from './compatibility/vsc-bridge.ts';
import { VSCODE_MCP_PROXY } from './compatibility/vscode-mcp-proxy.ts';
import { GENERATED_NOTE, tableRow } from './markdown.ts';

const SYSTEMS = [DEVDB, VSCODE_MCP_PROXY, AGENTLINK, GGMCP, VSC_BRIDGE];
const WORDS: Readonly<Record<Requirement['state'], string>> = { met: 'yes', differs: 'differs', open: 'open' };

/** What is promised to people who come from another system, with the test that holds it. Throws when such a test is not there. */
export function compatibilityPage(read: (path: string) => string): string {
	const proofs = SYSTEMS.flatMap(({ requirements }) => requirements.flatMap(each => each.proofs));
	requireProofs('docs/compatibility.md', proofs, read);
	return [
		'# Compatibility, requirement by requirement',
		'',
		GENERATED_NOTE,
		'',
		'What DevDB, VSCode MCP Proxy, AgentLink, ggMCP and VSC-Bridge asked for or did, whether Hawser does it, and the test that',
		'holds it. “differs”: on purpose, with the reason. “open”: not yet, or not tested. The build fails when a test that is named here',
		'does not exist.',
		'',
		...['| system | yes | differs | open | its page |', '| --- | --- | --- | --- | --- |'],
		...SYSTEMS.map(system => tableRow(system.name, ...countsOf(system), `[coming from it](${system.guide})`)),
		...SYSTEMS.flatMap(section),
		'',
	].join('\n');
}

function section({ name, requirements }: System): string[] {
	return [
		'',
		`## ${name}`,
		'',
		...['| requirement | | proof or reason |', '| --- | --- | --- |'],
		...requirements.map(({ text, state, note, proofs }) =>
			tableRow(text, WORDS[state], [...(note === undefined ? [] : [note]), ...proofs.map(proofInWords)].join('<br>')),
		),
	];
}

function countsOf({ requirements }: System): string[] {
	return Object.keys(WORDS).map(state => String(requirements.filter(each => each.state === state).length));
}
