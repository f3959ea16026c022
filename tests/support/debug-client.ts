import type { WindowEntry } from '@hawser/link/window-entry.ts';
import type { Client } from '@modelcontextprotocol/client';
import { connectHttp, textOf } from './mcp-clients.ts';

/** Long enough for any machine; a call that works ends when it is done. */
const PATIENT = 170_000;
/** Milliseconds that the program has to stop or end. */
export const WAIT = 120_000;

const WAITING = /^debug_(start|restart|continue|step_\w+|pause|wait_for_hit)$/;

export type Data = Record<string, unknown>;

/** An agent that debugs: each call gives its data, or throws what the agent is told. */
export interface DebugClient {
	client: Client;
	/** The data of an answer that must be a success. */
	call(tool: string, input?: Data): Promise<Data>;
	/** The text of the same answer. */
	read(tool: string, input?: Data): Promise<string>;
	/** The error of a call that must fail. */
	fail(tool: string, input?: Data): Promise<{ code: string; message: string; hint: string; details: Data }>;
	/** Ends whatever is being debugged and removes all breakpoints. */
	reset(): Promise<void>;
}

export async function connectDebugger(entry: WindowEntry): Promise<DebugClient> {
	const client = await connectHttp(entry);
	const ask = (tool: string, input: Data) =>
		client.callTool(
			{ name: tool, arguments: WAITING.test(tool) ? { timeout: WAIT, ...input } : input },
			{ timeout: PATIENT },
		);
	const envelopeOf = async (tool: string, input: Data) => {
		const answer = await ask(tool, input);
		return { text: textOf(answer), envelope: answer.structuredContent as Data };
	};
	const agent: DebugClient = {
		client,
		async call(tool, input = {}) {
			const { text, envelope } = await envelopeOf(tool, input);
			if (envelope['ok'] !== true) {
				throw new Error(`${tool} ${JSON.stringify(input)} failed: ${text}\n${JSON.stringify(envelope['error'])}`);
			}
			return envelope['data'] as Data;
		},
		async read(tool, input = {}) {
			return textOf(await ask(tool, input));
		},
		async fail(tool, input = {}) {
			const { text, envelope } = await envelopeOf(tool, input);
			if (envelope['ok'] !== false) {
				throw new Error(`${tool} ${JSON.stringify(input)} succeeded: ${text}`);
			}
			return envelope['error'] as { code: string; message: string; hint: string; details: Data };
		},
		async reset() {
			const status = await agent.call('debug_status');
			if (status['isActive'] === true) {
				// It may end by itself in this moment.
				await ask('debug_stop', {});
			}
			await agent.call('breakpoint_clear_project');
		},
	};
	return agent;
}
