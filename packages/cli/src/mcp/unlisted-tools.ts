import { findTools, renderFoundTools } from '@hawser/core/catalogue/found-tools.ts';
import {
	type CallingTool,
	type InnerCall,
	readInnerCall,
	requireReading,
	withArguments,
} from '@hawser/core/catalogue/inner-call.ts';
import type { Reply } from '@hawser/core/contract/envelope.ts';
import { DEFAULT_BUDGET } from '@hawser/core/contract/limits.ts';
import type { PublishedTool } from '@hawser/core/contract/manifest.ts';
import { checkJsonInput, takesInput } from '@hawser/core/input/check-json-input.ts';
import { understandInput } from '@hawser/core/input/understand-input.ts';
import { firstThatFits } from '@hawser/core/runtime/output-budget.ts';
import { findTool, manifest, noSuchTool } from '../tools/published-tools.ts';
import type { CallLimits } from './call-limits.ts';
import type { WindowCalls } from './window-calls.ts';

/** Answers `tool_find` from what this agent may call, with or without a window. */
export function findUnlisted(
	tools: readonly PublishedTool[],
	input: Record<string, unknown>,
	{ refuse, succeed }: Pick<WindowCalls, 'refuse' | 'succeed'>,
	limits: CallLimits,
): Reply {
	try {
		limits('tool_find', undefined);
		const { query, detail, limit } = readQuestion(input);
		const found = findTools(
			{ toolsets: manifest.toolsets, tools },
			{
				...(typeof query === 'string' && { query }),
				detail: detail === 'schemas' ? 'schemas' : 'names',
				limit: typeof limit === 'number' ? limit : 5,
			},
		);
		return succeed({ ...found }, firstThatFits(renderFoundTools(found), DEFAULT_BUDGET, ['limit', 'query']));
	} catch (cause) {
		return refuse(cause);
	}
}

function readQuestion({ projectRoot: _, ...given }: Record<string, unknown>): Record<string, unknown> {
	const schema = findTool('tool_find')?.inputSchema ?? { type: 'object' };
	const input = takesInput(given, schema) ? given : (understandInput(given, schema) ?? given);
	checkJsonInput(input, schema);
	return input;
}

interface InnerCallOptions {
	limits: CallLimits;
	refuse: WindowCalls['refuse'];
	published: (name: string) => Promise<PublishedTool | undefined>;
	call: (name: string, input: InnerCall['input']) => Promise<Called>;
}

/** A reply, and the tool that it is of, as far as the form of the answer goes by it. */
interface Called {
	reply: Reply;
	tool: Pick<PublishedTool, 'plainText'>;
}

/** Makes the call that `tool_read` or `tool_call` means, as if the tool had been called by its name. */
export async function callInner(
	caller: CallingTool,
	rawInput: Record<string, unknown>,
	{ limits, refuse, published, call }: InnerCallOptions,
): Promise<Called> {
	let inner: InnerCall;
	let tool: PublishedTool | undefined;
	try {
		limits(caller, undefined);
		inner = readInnerCall(caller, rawInput);
		tool = await published(inner.name);
		if (tool === undefined) {
			throw noSuchTool(inner.name);
		}
		if (inner.readsOnly) {
			requireReading(tool);
		}
	} catch (cause) {
		return { reply: refuse(cause), tool: { plainText: false } };
	}
	const called = await call(inner.name, inner.input);
	return { ...called, reply: withArguments(called.reply, tool) };
}
