import { setTimeout as sleep } from 'node:timers/promises';
import type { CallToolResult, McpServer, ServerContext } from '@modelcontextprotocol/server';

const STEP = 50;

/** Tools that tell the client something before, or besides, their result. */
export function registerReportingTools(server: McpServer, toolsChanged: () => void): void {
	server.registerTool('test_tool_with_progress', { description: 'Reports progress.' }, async ({ mcpReq }) => {
		const progressToken = mcpReq._meta?.progressToken;
		for (const progress of [0, 50, 100]) {
			if (progressToken !== undefined) {
				await mcpReq.notify({ method: 'notifications/progress', params: { progressToken, progress, total: 100 } });
			}
			await sleep(STEP, undefined, { signal: mcpReq.signal });
		}
		return done;
	});

	server.registerTool('test_tool_with_logging', { description: 'Writes three log messages.' }, async context => {
		await log(context, 'Tool execution started');
		await sleep(STEP);
		await log(context, 'Tool processing data');
		await sleep(STEP);
		await log(context, 'Tool execution completed');
		return done;
	});

	server.registerTool(
		'test_logging_tool',
		{ description: 'Writes a log message if it was asked for.' },
		async context => {
			await log(context, 'A message for those who asked for a log level');
			return done;
		},
	);

	server.registerTool('test_trigger_tool_change', { description: 'Says that the tools have changed.' }, () => {
		toolsChanged();
		return done;
	});
}

const done: CallToolResult = { content: [{ type: 'text', text: 'Done.' }] };

/** Deprecated since 2026-07-28, and required by 2025-11-25. */
async function log({ mcpReq }: ServerContext, message: string): Promise<void> {
	// oxlint-disable-next-line typescript/no-deprecated
	await mcpReq.log('info', message);
}
