import { z } from 'zod';
import { sourceLine, takeWhileFits } from '../../answers/paging.ts';
import { session, toSession } from '../../answers/run-answer.ts';
import { type Call, defineTool } from '../../contract/tool.ts';
import type { StackFrame } from '../../ports/debugger.ts';
import type { Documents } from '../../ports/documents.ts';
import { sessionId, threadId } from './shared-parameters.ts';

export const debugStack = defineTool({
	name: 'debug_stack',
	title: 'Call stack',
	searchHint: 'call stack frames backtrace trace debugger',
	description: 'Lists the frames of a stopped thread, innermost first, with the line of source of each.',
	whenToUse: 'Use it to see how the program got here; frame ids are for debug_evaluate and debug_scopes.',
	effect: 'reads',
	needs: ['debugger', 'documents'],
	requires: ['debug_start'],
	narrowBy: ['levels', 'startFrame'],

	example: {},
	input: z.strictObject({
		sessionId,
		threadId,
		startFrame: z.int().nonnegative().default(0).describe('Frames to skip, to page.'),
		levels: z.int().positive().max(1000).default(20).describe('Frames in one answer.'),
	}),
	output: z.object({
		session,
		threadId: z.int().optional(),
		frames: z.array(
			z.object({
				frameId: z.int(),
				functionName: z.string(),
				path: z.string().optional(),
				line: z.int(),
				column: z.int(),
				text: z.string().optional().describe('The line of source.'),
				skipped: z.literal(true).optional().describe('Not code of the project.'),
			}),
		),
		total: z.int().optional().describe('Frames in all, as far as the debugger says.'),
		nextFrame: z.int().optional().describe('startFrame to go on with; absent when the answer is complete.'),
	}),

	async run({ sessionId, threadId, startFrame, levels }, ports, { signal, budget }) {
		const answer = await ports.debugger.stack({ sessionId, threadId }, { startFrame, levels }, signal);
		const texts = await sourceTexts(answer.frames, ports.documents, signal);
		const frames = answer.frames.map(({ id, name, path, line, column, skipped }, index) => ({
			frameId: id,
			functionName: name,
			...(path !== undefined && { path }),
			line,
			column,
			...(texts[index] !== undefined && texts[index] !== '' && { text: texts[index] }),
			...(skipped && { skipped }),
		}));
		const shown = takeWhileFits(frames, budget - 500, frame => JSON.stringify(frame).length + 1);
		const next = startFrame + shown.length;
		const more = shown.length < frames.length || next < (answer.total ?? (frames.length === levels ? Infinity : 0));
		return {
			session: toSession(answer.session),
			...(answer.threadId !== undefined && { threadId: answer.threadId }),
			frames: [...shown],
			...(answer.total !== undefined && { total: answer.total }),
			...(more && frames.length > 0 && { nextFrame: next }),
		};
	},

	render({ frames, total, nextFrame }) {
		const rows = frames.map(
			({ frameId, functionName, path, line, text }) =>
				`#${frameId} ${functionName || '(anonymous)'} ${path ?? '(no source)'}:${line}${text === undefined ? '' : ` ${text}`}`,
		);
		return [
			[
				...rows,
				...(nextFrame === undefined
					? []
					: [`(More${total === undefined ? '' : ` of ${total} frames`}: call again with startFrame ${nextFrame}.)`]),
			].join('\n'),
		];
	},
});

/** The line of each frame that is a file of the workspace; each file is opened once. */
async function sourceTexts(
	frames: readonly StackFrame[],
	documents: Documents,
	signal: Call['signal'],
): Promise<readonly (string | undefined)[]> {
	const paths = [...new Set(frames.flatMap(({ path, isFile }) => (isFile && path !== undefined ? [path] : [])))];
	const byPath = new Map(
		await Promise.all(
			paths.map(async path => {
				const lines = frames.filter(frame => frame.path === path).map(({ line }) => line);
				const texts = await documents.lines(path, lines, signal).catch((error: unknown) => {
					if (signal.cancelled) {
						throw error;
					}
					return [];
				});
				return [path, new Map(lines.map((line, index) => [line, texts[index] ?? '']))] as const;
			}),
		),
	);
	return frames.map(({ path, line }) => {
		const text = path === undefined ? undefined : byPath.get(path)?.get(line);
		return text === undefined ? undefined : sourceLine(text, 120);
	});
}
