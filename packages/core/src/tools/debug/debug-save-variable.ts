import { z } from 'zod';
import { WAITING_TOOL_TIMEOUT } from '../../answers/run-waiting.ts';
import { path } from '../../contract/parameters.ts';
import { type Call, defineTool } from '../../contract/tool.ts';
import { ToolError } from '../../errors/tool-error.ts';
import type { Debugger, Variable } from '../../ports/debugger.ts';
import { elementIndex } from './element-index.ts';
import { frameId, sessionId, threadId } from './shared-parameters.ts';

const EVALUATE_LIMIT = 30_000;

export const debugSaveVariable = defineTool({
	name: 'debug_save_variable',
	title: 'Save a large variable',
	searchHint: 'dump export large variable array to file debugger',
	description: 'Writes the elements and fields of a value to a JSON Lines file.',
	whenToUse: 'Use it for what is too large for an answer; then search the file.',
	// The expression runs in the program, and a file is written.
	effect: 'runs',
	needs: ['debugger'],
	requires: ['debug_start'],
	timeout: WAITING_TOOL_TIMEOUT,

	example: { expression: 'list', outputPath: 'prices.jsonl' },
	input: z.strictObject({
		expression: z.string().min(1).describe('Gives the value, such as users.'),
		outputPath: path.describe('In the workspace or the temporary folder.'),
		frameId,
		sessionId,
		threadId,
		pageSize: z.int().positive().max(10_000).default(500).describe('Elements per request.'),
		maxItems: z.int().positive().optional().describe('All unless given.'),
		context: z.enum(['watch', 'repl', 'hover']).default('watch').describe('How the expression is evaluated.'),
	}),
	output: z.object({
		path: z.string(),
		bytes: z.int(),
		named: z.int(),
		indexed: z.int(),
		truncatedByLimit: z.literal(true).optional().describe('maxItems ended it.'),
	}),

	async run({ expression, outputPath, pageSize, maxItems = Infinity, context, ...target }, ports, call) {
		const { result } = await ports.debugger.evaluate(
			{ ...target, expression, context, timeout: EVALUATE_LIMIT },
			call.signal,
		);
		if (result.reference === undefined) {
			throw new ToolError('E_NOT_EXPANDABLE', `${expression} is ${result.value.slice(0, 200)}, which has no parts.`);
		}
		const counts = { named: 0, indexed: 0 };
		const items = readItems(result, ports.debugger, { pageSize, maxItems, counts }, call);
		const { path, bytes } = await ports.debugger.saveLines(outputPath, items);
		const total = counts.named + counts.indexed;
		return { path, bytes, ...counts, ...(total >= maxItems && { truncatedByLimit: true as const }) };
	},

	render: ({ path, bytes, named, indexed, truncatedByLimit }) => [
		`Saved ${indexed} elements and ${named} fields to ${path} (${bytes} bytes)${truncatedByLimit ? '; maxItems reached' : ''}.`,
	],
});

interface Reading {
	pageSize: number;
	maxItems: number;
	counts: { named: number; indexed: number };
}

async function* readItems(
	{ reference = 0, indexed = 0 }: Variable,
	port: Debugger,
	{ pageSize, maxItems, counts }: Reading,
	{ signal, progress }: Call,
): AsyncGenerator<string> {
	const left = () => maxItems - counts.named - counts.indexed;
	for (let start = 0; start < indexed && left() > 0; start += pageSize) {
		const count = Math.min(pageSize, indexed - start, left());
		const page = await port.variables(reference, { filter: 'indexed', start, count }, signal);
		// js-debug adds the prototype to every page.
		for (const item of page.filter(isElement).slice(0, count)) {
			counts.indexed++;
			yield toLine(item);
		}
		progress({ message: `${counts.indexed} of ${indexed} elements`, done: counts.indexed, total: indexed });
	}
	const named = await port.variables(reference, indexed > 0 ? { filter: 'named' } : {}, signal);
	for (const item of named.slice(0, Math.max(0, left()))) {
		// Small arrays come without a count of their elements.
		counts[isElement(item) ? 'indexed' : 'named']++;
		yield toLine(item);
	}
}

function isElement({ name }: Variable): boolean {
	return elementIndex(name) !== undefined;
}

function toLine({ name, value, type }: Variable): string {
	return JSON.stringify({ name, value, ...(type !== undefined && { type }) });
}
