import type { Reply } from '../../src/contract/envelope.ts';
import type { Tool } from '../../src/contract/tool.ts';
import { selectToolsets } from '../../src/contract/toolset-selection.ts';
import type { Ports } from '../../src/ports/ports.ts';
import { type CallRequest, createRuntime, type RuntimeOptions } from '../../src/runtime/runtime.ts';
import { FakeClock } from './fake-clock.ts';

/** A runtime for one tool, with everything that the test does not care about filled in. */
export function runtimeOf(tool: Tool, ports: Partial<Ports>, options: Partial<RuntimeOptions> = {}) {
	const [thing] = tool.name.split('_') as ['window'];
	return createRuntime({
		toolsets: [{ thing, title: 'Test', onByDefault: true, instructions: '', tools: [tool] }],
		ports: ports as Ports,
		clock: new FakeClock(),
		log: { finished: () => undefined, defect: (_id, cause) => console.error(cause) },
		newRequestId: () => 'request-1',
		facts: () => ({ trusted: true }),
		selection: () => selectToolsets([]),
		ownSecrets: () => [],
		route: () => undefined,
		...options,
	});
}

export function runTool(
	tool: Tool,
	input: unknown,
	ports: Partial<Ports>,
	request: Partial<CallRequest> = {},
): Promise<Reply> {
	return runtimeOf(tool, ports).invoke(tool.name, input, { surface: 'cli', ...request });
}

/** The data of an answer that must be a success. */
export async function dataOf(reply: Promise<Reply>): Promise<Record<string, unknown>> {
	const { envelope, text } = await reply;
	if (!envelope.ok) {
		throw new Error(`The call failed: ${text}`);
	}
	return envelope.data;
}

export async function errorOf(reply: Promise<Reply>) {
	const { envelope, text } = await reply;
	if (envelope.ok) {
		throw new Error(`The call succeeded: ${text}`);
	}
	return envelope.error;
}
