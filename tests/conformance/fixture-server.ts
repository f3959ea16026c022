import { randomBytes } from 'node:crypto';
import { createRequestStateCodec, McpServer } from '@modelcontextprotocol/server';
import { registerContentTools } from './content-tools.ts';
import { registerElicitationTools } from './elicitation-tools.ts';
import { registerPrompts } from './fixture-prompts.ts';
import { registerResources } from './fixture-resources.ts';
import { registerInputRequiredTools } from './input-required-tools.ts';
import { registerReportingTools } from './reporting-tools.ts';
import { registerStatefulTools } from './stateful-tools.ts';

// One key for all servers: in the stateless era the next round of a call is answered by another server.
const states = createRequestStateCodec({ key: randomBytes(32) });

/**
 * The tools, resources and prompts that the scenarios call by name. What they answer is given by the descriptions in the
 * suite; how the answers travel is up to Hawser.
 */
export function buildFixtureServer(toolsChanged: () => void): McpServer {
	const server = new McpServer(
		{ name: 'hawser-conformance', version: '1.0.0' },
		{
			capabilities: {
				logging: {},
				// Like Hawser, which has no prompts and resources that come and go.
				prompts: { listChanged: false },
				resources: { listChanged: false, subscribe: true },
				tools: { listChanged: true },
			},
			requestState: { verify: (state, context) => states.verify(state, context) },
		},
	);
	registerContentTools(server);
	registerReportingTools(server, toolsChanged);
	registerElicitationTools(server);
	registerInputRequiredTools(server);
	registerStatefulTools(server, states);
	registerResources(server);
	registerPrompts(server);
	return server;
}
