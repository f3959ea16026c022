import { z } from 'zod';
import { enclosingSymbols } from '../../answers/outline.ts';
import { defineTool } from '../../contract/tool.ts';
import type { OutlineSymbol } from '../../ports/symbols.ts';

const TABS_SHOWN = 50;
const SELECTION_SHOWN = 2_000;

export const editorContext = defineTool({
	name: 'editor_context',
	title: 'What the user is looking at',
	searchHint:
		'selected text selection cursor open tabs active file visible lines unsaved edits user is looking at this here current',
	description:
		'Gives the active file with cursor, selection, visible lines and enclosing symbols, and the open tabs with their unsaved state.',
	whenToUse:
		'Use it when the user says "this", "here" or "the selected code". Set includeText to get the visible lines as well.',
	effect: 'reads',
	needs: ['editor', 'documents', 'symbols'],
	aliases: ['editor_get_context'],

	example: { includeText: true },

	input: z.strictObject({
		includeText: z.boolean().default(false).describe('Also give the text that is visible in the active editor.'),
	}),

	output: z.object({
		active: z
			.object({
				path: z.string(),
				language: z.string(),
				dirty: z.boolean(),
				lineCount: z.int(),
				line: z.int(),
				column: z.int(),
				enclosing: z
					.array(z.string())
					.optional()
					.describe('Names of the symbols around the cursor, outermost first; absent while they are not known.'),
				selections: z.array(
					z.object({
						line: z.int(),
						column: z.int(),
						endLine: z.int(),
						endColumn: z.int(),
						text: z.string(),
						truncated: z.literal(true).optional(),
					}),
				),
				visible: z.object({ startLine: z.int(), endLine: z.int(), text: z.string().optional() }).optional(),
			})
			.optional(),
		tabs: z.array(z.object({ path: z.string(), dirty: z.boolean(), active: z.boolean(), group: z.int() })),
		tabsTotal: z.int(),
	}),

	async run({ includeText }, { editor, documents, symbols }, { signal, budget }) {
		const active = editor.active();
		const tabs = editor.tabs();
		const rest = { tabs: tabs.slice(0, TABS_SHOWN), tabsTotal: tabs.length };
		if (!active) {
			return rest;
		}
		// A language without a server has no outline; the rest of the answer is still worth giving.
		const outline: readonly OutlineSymbol[] | undefined = await symbols.outline(active.path, signal).then(
			({ symbols: found, freshness }) => (freshness === 'not_ready' ? undefined : found),
			() => undefined,
		);
		const { visible, cursor, selections, ...facts } = active;
		const text =
			includeText && visible
				? (await documents.read(active.path, signal)).text
						.split('\n')
						.slice(visible.startLine - 1, visible.endLine)
						.join('\n')
						.slice(0, budget / 2)
				: undefined;
		return {
			active: {
				...facts,
				...cursor,
				...(outline && { enclosing: enclosingSymbols(outline, cursor).map(symbol => symbol.name) }),
				selections: selections.map(({ range, text: selected }) => ({
					line: range.start.line,
					column: range.start.column,
					endLine: range.end.line,
					endColumn: range.end.column,
					text: selected.slice(0, SELECTION_SHOWN),
					...(selected.length > SELECTION_SHOWN && { truncated: true as const }),
				})),
				...(visible && { visible: { ...visible, ...(text !== undefined && { text }) } }),
			},
			...rest,
		};
	},

	render({ active, tabs, tabsTotal }) {
		const tabLines = tabs.map(tab => `  ${tab.path}${tab.dirty ? ' (unsaved)' : ''}${tab.active ? ' (active)' : ''}`);
		const tabText = `Tabs (${tabsTotal}):${tabLines.length > 0 ? `\n${tabLines.join('\n')}` : ' none'}`;
		if (!active) {
			return [`No file is active.\n${tabText}`, `No file is active. Tabs: ${tabsTotal}`];
		}
		const { enclosing = [] } = active;
		const where = [
			`${active.path}${active.dirty ? ' (unsaved)' : ''}, ${active.language}, ${active.lineCount} lines`,
			`Cursor: line ${active.line}, column ${active.column}${enclosing.length > 0 ? `, in ${enclosing.join(' > ')}` : ''}`,
			...active.selections.map(
				selection =>
					`Selected ${selection.line}:${selection.column}-${selection.endLine}:${selection.endColumn}${selection.truncated ? ' (start only)' : ''}:\n${selection.text}`,
			),
		];
		if (active.visible) {
			const { startLine, endLine, text } = active.visible;
			where.push(`Visible: lines ${startLine} to ${endLine}${text === undefined ? '' : `\n${text}`}`);
		}
		return [[...where, tabText].join('\n'), [...where, `Tabs: ${tabsTotal}`].join('\n')];
	},
});
