import { z } from 'zod';
import type { CellOutput, NotebookCell } from '../../ports/notebooks.ts';
import { excerpt } from '../../text/output-excerpt.ts';

/** An output as agents get it: its text, and the names of what cannot be told in words. */
export const outputRow = z.object({
	kind: z.enum(['stdout', 'stderr', 'error', 'result']),
	text: z.string().optional(),
	truncated: z.literal(true).optional(),
	media: z.array(z.string()).optional().describe('Other forms, such as "image/png, 12 kB".'),
});

export type OutputRow = z.infer<typeof outputRow>;

/** The facts about a cell that reading and running share. */
export const executionFields = {
	order: z.int().optional().describe("The kernel's count of executions."),
	milliseconds: z.int().optional(),
	outputs: z.array(outputRow).optional(),
	outputsLeftOut: z.int().optional().describe('Outputs for which there was no room.'),
};

/** Outputs of one cell that are told at all; a loop that displays something makes thousands. */
const MAX_OUTPUTS = 50;

/** The outputs within so many characters together; what is left out is counted. */
export function outputRows(
	outputs: readonly CellOutput[],
	budget: number,
): Pick<z.infer<z.ZodObject<typeof executionFields>>, 'outputs' | 'outputsLeftOut'> {
	const rows: OutputRow[] = [];
	let left = budget;
	for (const output of outputs.slice(0, MAX_OUTPUTS)) {
		if (left <= 0) {
			break;
		}
		const row = toRow(output, left);
		left -= JSON.stringify(row).length;
		rows.push(row);
	}
	return {
		...(outputs.length > 0 && { outputs: rows }),
		...(rows.length < outputs.length && { outputsLeftOut: outputs.length - rows.length }),
	};
}

function toRow({ kind, text, media }: CellOutput, budget: number): OutputRow {
	const shown = text === undefined ? undefined : excerpt(text, { budget });
	return {
		kind,
		...(shown && { text: shown.output.replace(/\n$/, '') }),
		...(shown?.truncated && { truncated: true as const }),
		...(media.length > 0 && { media: media.map(({ mime, bytes }) => `${mime}, ${size(bytes)}`) }),
	};
}

export function executionOf({ order, milliseconds }: NotebookCell) {
	return { ...(order !== undefined && { order }), ...(milliseconds !== undefined && { milliseconds }) };
}

function size(bytes: number): string {
	return bytes < 1000
		? `${bytes} bytes`
		: bytes < 1e6
			? `${Math.round(bytes / 1000)} kB`
			: `${(bytes / 1e6).toFixed(1)} MB`;
}

/** Each output below the cell it belongs to, set off by its kind. */
export function renderOutputs({
	outputs = [],
	outputsLeftOut,
}: {
	outputs?: readonly OutputRow[] | undefined;
	outputsLeftOut?: number | undefined;
}): readonly string[] {
	const lines = outputs.flatMap(({ kind, text, media = [] }) => [
		...(text === undefined
			? []
			: text.split('\n').map((line, index) => (index === 0 ? `[${kind}] ${line}` : `  ${line}`))),
		...(media.length > 0 ? [`[${kind}${text === undefined ? '' : ', also'}] (${media.join('; ')})`] : []),
	]);
	return [...lines, ...(outputsLeftOut === undefined ? [] : [`(${outputsLeftOut} more outputs are not shown.)`])];
}
