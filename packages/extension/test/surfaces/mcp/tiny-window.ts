import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { defineTool } from '@hawser/core/contract/tool.ts';
import { selectToolsets } from '@hawser/core/contract/toolset-selection.ts';
import type { Ports } from '@hawser/core/ports/ports.ts';
import { createRuntime, type Runtime } from '@hawser/core/runtime/runtime.ts';
import { z } from 'zod';
import { createWindowServer } from '../../../src/surfaces/http/window-server.ts';
import type { McpRoute } from '../../../src/surfaces/mcp/mcp-route.ts';

export const TOKEN = 'test-token';

const output = z.object({ said: z.string() });

const echo = defineTool({
	name: 'util_echo',
	title: 'Echo',
	description: 'Says it back, in as many steps as asked for.',
	whenToUse: 'In tests.',
	effect: 'reads',
	needs: [],
	input: z.strictObject({
		text: z.string().describe('What to say.'),
		steps: z.int().default(0).describe('Progress to report.'),
		wait: z.boolean().default(false).describe('Do not answer until cancelled.'),
	}),
	output,
	async run({ text, steps, wait }, _ports, { progress, signal }) {
		for (let step = 1; step <= steps; step++) {
			progress({ message: `step ${step}`, done: step, total: steps });
		}
		if (wait) {
			await new Promise<void>(resolve => signal.onCancelled(resolve));
		}
		return { said: text };
	},
	render: ({ said }) => [said],
});

export interface CallCounter {
	finished: string[];
}

export function tinyRuntime(counter: CallCounter): Runtime {
	const ports: Partial<Ports> = {};
	return createRuntime({
		toolsets: [{ thing: 'util', title: 'Test', onByDefault: true, instructions: '', tools: [echo] }],
		ports: ports as Ports,
		clock: {
			// Time stands still, so that two answers to one request can be equal.
			now: () => 0,
			startTimer(milliseconds, callback) {
				const timer = setTimeout(callback, milliseconds);
				return () => clearTimeout(timer);
			},
		},
		log: {
			finished: ({ outcome }) => void counter.finished.push(outcome),
			defect: (_id, cause) => console.error(cause),
		},
		newRequestId: () => 'r',
		facts: () => ({ trusted: true }),
		selection: () => selectToolsets([]),
		ownSecrets: () => [],
		route: () => undefined,
	});
}

export async function serve(route: McpRoute): Promise<{ server: Server; port: number }> {
	const server = createWindowServer({
		windowId: 'w',
		token: () => TOKEN,
		routes: [{ path: '/mcp', methods: ['POST', 'GET', 'DELETE'], answer: exchange => route.answer(exchange) }],
		onDefect: cause => console.error(cause),
	});
	await new Promise<void>(listening => server.listen(0, '127.0.0.1', listening));
	return { server, port: (server.address() as AddressInfo).port };
}
