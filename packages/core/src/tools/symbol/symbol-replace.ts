import { z } from 'zod';
import { contains, flattenOutline, type NamedSymbol } from '../../answers/outline.ts';
import { problemChanges, renderProblemChanges, withProblemChanges } from '../../answers/problem-changes.ts';
import { defineTool } from '../../contract/tool.ts';
import { ToolError } from '../../errors/tool-error.ts';
import type { Position } from '../../ports/values/text-position.ts';
import { withNewlines } from '../../text/newlines.ts';
import { lineRange } from '../../text/plural.ts';
import { signaturesDiffer } from '../../text/signature-lines.ts';
import { bringsLead, type DeclarationExtent, declarationExtent, removalOf } from './declaration-extent.ts';
import { LOCATING, locateSymbol, symbolAddress } from './locate-symbol.ts';

const OLD_TEXT_SHOWN = 2_000;
const place = z.object({ line: z.int(), column: z.int(), endLine: z.int(), endColumn: z.int() });

export const symbolReplace = defineTool({
	name: 'symbol_replace',
	title: 'Replace a declaration',
	searchHint: 'rewrite function body method class declaration',
	description:
		'Replaces a whole declaration (with modifiers such as export const, and its decorators) by your text and saves; empty text deletes it with its comment. The comment above stays unless the text begins with one.',
	whenToUse: 'Use it to rewrite a function, method, class or variable without quoting its old text.',
	effect: 'edits',
	reviewable: true,
	needs: [...LOCATING, 'diagnostics'],
	timeout: 120_000,

	example: {
		path: 'src/cart.ts',
		symbol: 'addTax',
		text: 'export function addTax(net: number): number {\n\treturn net * 1.19;\n}',
	},

	input: z.strictObject({
		...symbolAddress,
		text: z
			.string()
			.describe('The new declaration, indented as it should stand in the file; the first line needs no indentation.'),
	}),

	output: z.object({
		path: z.string(),
		symbol: z.string(),
		kind: z.string(),
		replaced: place.describe('What was replaced, in the old text.'),
		written: place.optional().describe('Where the new text stands; absent when it was deleted.'),
		oldText: z.string(),
		oldTextCut: z.literal(true).optional(),
		changedOnSave: z.string().optional().describe('What saving changed on top, as a diff.'),
		problems: problemChanges,
	}),

	async run({ text, ...address }, ports, call) {
		const located = await locateSymbol(address, ports, call.signal);
		const before = await ports.documents.read(located.path, call.signal);
		const { qualifiedName, symbol } = await findDeclaration();
		const newText = text.trim() === '' ? '' : withNewlines(text);
		const extent = declarationExtent(before.text, symbol.range, before.language);
		const change = newText === '' ? deletion(before.text, extent) : replacement(extent, newText, before.language);
		const oldText = before.text.slice(change.from, change.to);
		if (change.newText === oldText) {
			throw new ToolError('E_NO_CHANGES', `${qualifiedName} reads exactly so already.`);
		}
		const afterwards = before.text.slice(0, change.from) + change.newText + before.text.slice(change.to);
		const { result: written, problems } = await withProblemChanges(
			ports.diagnostics,
			[before.path],
			call,
			() =>
				ports.documents.change(
					before.path,
					{ replaces: 'parts' },
					present => {
						// The range holds for the text that the outline was made of, and for no other.
						if (present.text !== before.text) {
							throw new ToolError('E_FILE_CHANGED', `${before.path} changed while ${qualifiedName} was looked up.`);
						}
						return afterwards;
					},
					call,
				),
			() => signaturesDiffer(before.text, afterwards),
		);
		return {
			path: before.path,
			symbol: qualifiedName,
			kind: symbol.kind,
			replaced: placeOf(before.text, change.from, oldText),
			...(newText !== '' && { written: placeOf(before.text, change.from, change.newText) }),
			oldText: oldText.slice(0, OLD_TEXT_SHOWN),
			...(oldText.length > OLD_TEXT_SHOWN && { oldTextCut: true as const }),
			...(written.changedOnSave !== undefined && { changedOnSave: written.changedOnSave }),
			problems,
		};

		async function findDeclaration(): Promise<NamedSymbol> {
			const { name, position } = located;
			const { symbols, freshness } = await ports.symbols.outline(located.path, call.signal);
			if (freshness !== 'fresh') {
				throw new ToolError('E_NOT_READY', `The outline of ${before.path} is ${freshness}.`);
			}
			const declared = flattenOutline(symbols).filter(({ symbol: { nameRange } }) => contains(nameRange, position));
			return declared.at(-1) ?? (await notDeclared(name, position));
		}

		async function notDeclared(name: string, position: Position): Promise<never> {
			const { places } = await ports.symbols.definitions(located.path, position, call.signal);
			const [first] = places;
			throw new ToolError('E_SYMBOL_NOT_FOUND', `${before.path} mentions ${name} here but does not declare it.`, {
				...(first && { hint: `It is declared in ${first.path}, line ${first.range.start.line}.` }),
			});
		}
	},

	render({ path, symbol, replaced, written, oldText, oldTextCut, changedOnSave, problems }) {
		const old = lineRange(replaced.line, replaced.endLine);
		const now = written ? `now ${lineRange(written.line, written.endLine)}` : '';
		const head = `${written ? 'Replaced' : 'Deleted'} ${symbol} in ${path}, ${old}${written ? `, ${now}` : ''}`;
		const onSave = changedOnSave === undefined ? [] : [`Saving changed it further:\n${changedOnSave}`];
		const facts = [head, ...onSave, ...renderProblemChanges(problems)];
		// What was replaced is known to whoever replaces it; what was deleted may not be.
		return written
			? [facts.join('\n')]
			: [[...facts, `It was${oldTextCut ? ' (cut)' : ''}:`, oldText].join('\n'), facts.join('\n')];
	},
});

interface TextChange {
	from: number;
	to: number;
	newText: string;
}

function deletion(text: string, extent: DeclarationExtent): TextChange {
	return { ...removalOf(text, extent), newText: '' };
}

function replacement({ leadStart, start, end }: DeclarationExtent, newText: string, language: string): TextChange {
	const from = bringsLead(newText, language) ? leadStart : start;
	return { from, to: end, newText: newText.trim() };
}

function placeOf(text: string, from: number, part: string) {
	const start = positionAt(text.slice(0, from));
	const { line, column } = positionAt(text.slice(0, from) + part);
	return { ...start, endLine: line, endColumn: column };
}

function positionAt(textBefore: string): Position {
	const lastBreak = textBefore.lastIndexOf('\n');
	return { line: textBefore.split('\n').length, column: textBefore.length - lastBreak };
}
