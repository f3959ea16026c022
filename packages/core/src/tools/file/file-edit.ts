import { z } from 'zod';
import { renderProblemChanges, withProblemChanges } from '../../answers/problem-changes.ts';
import { path } from '../../contract/parameters.ts';
import { type Call, defineTool } from '../../contract/tool.ts';
import { ToolError } from '../../errors/tool-error.ts';
import type { Documents, DocumentText, WrittenFile } from '../../ports/documents.ts';
import { type AppliedEdit, matchEdits } from '../../text/match-edits.ts';
import { signaturesDiffer } from '../../text/signature-lines.ts';
import { renderSavedOnTop, renderWritten, writtenFile } from './written-file.ts';

const places = z
	.array(z.object({ line: z.int(), replaced: z.int() }))
	.describe('For each edit: where, and how many places.');

export const fileEdit = defineTool({
	name: 'file_edit',
	title: 'Edit files',
	searchHint: 'change modify replace patch text in file string',
	description:
		'Replaces pieces of text in one file or several through the editor, saves, and tells which problems appeared, also in files that import what changed. All edits are made or none; for one that does not match, the nearest text is shown.',
	whenToUse:
		'Use it to change parts of a file. The text is matched exactly, on what the editor has, unsaved edits included.',
	effect: 'edits',
	changesOnlyNamedFiles: true,
	reviewable: true,
	needs: ['documents', 'diagnostics'],
	asksUser: { path: 'path' },
	timeout: 120_000,

	example: { path: 'src/cart.ts', edits: [{ oldText: 'rate = 0.2', newText: 'rate = 0.19' }] },

	input: z.strictObject({
		path: path.optional(),
		edits: z
			.array(
				z.strictObject({
					oldText: z.string().min(1).describe('Text as it stands in the file, with its indentation; occurs once.'),
					newText: z.string().describe('Text to put there.'),
					all: z.boolean().optional().describe('Replace every occurrence.'),
					path: path.optional().describe('The file, where several are edited.'),
				}),
			)
			.min(1)
			.max(200)
			.describe('Made in this order, each on the result of the one before.'),
		version: z.string().optional().describe('Version that file_read gave: fail if the file has changed since.'),
	}),

	output: z.object({
		...writtenFile,
		edits: places,
		others: z
			.array(
				z.object({
					path: z.string(),
					version: z.string(),
					linesAdded: z.int(),
					linesRemoved: z.int(),
					changedOnSave: z.string().optional(),
					edits: places,
				}),
			)
			.optional()
			.describe('The further files, where several were edited.'),
	}),

	async run({ path, edits, version }, { documents, diagnostics }, call) {
		const files = groupByFile(edits, path);
		if (version !== undefined && files.size > 1) {
			throw new ToolError('E_INVALID_PARAMS', '"version" is of one file; leave it out where several are edited.');
		}
		const planned = new Map<string, PlannedChange>();
		const change = () => changeAll(files, planned, { documents, version, call });
		const { result, problems } = await withProblemChanges(diagnostics, [...files.keys()], call, change, () =>
			[...planned.values()].some(({ before, after }) => signaturesDiffer(before, after)),
		);
		const [first, ...others] = result;
		if (!first) {
			throw new ToolError('E_NO_CHANGES', 'No file was named.');
		}
		return { ...first, problems, ...(others.length > 0 && { others }) };
	},

	render({ others = [], ...written }) {
		const files = [written, ...others].map(file => renderEdited(file, others.length > 0));
		return [[...files, ...renderProblemChanges(written.problems)].join('\n'), renderWritten('Edited', written)];
	},
});

interface TextEdit {
	oldText: string;
	newText: string;
	all?: boolean | undefined;
	path?: string | undefined;
}

interface PlannedChange {
	before: string;
	after: string;
}

function groupByFile(edits: readonly TextEdit[], path: string | undefined): ReadonlyMap<string, readonly TextEdit[]> {
	const files = new Map<string, TextEdit[]>();
	for (const edit of edits) {
		const file = edit.path ?? path;
		if (file === undefined) {
			throw new ToolError('E_INVALID_PARAMS', 'Say which file: give "path", or "path" in each edit.');
		}
		files.set(file, [...(files.get(file) ?? []), edit]);
	}
	return files;
}

type ChangedFile = Omit<WrittenFile, 'created'> & { edits: AppliedEdit[] };

/** Every edit is matched before the first file is changed; and if one cannot be written after all, those before it are put back. */
async function changeAll(
	files: ReadonlyMap<string, readonly TextEdit[]>,
	planned: Map<string, PlannedChange>,
	{ documents, version, call }: { documents: Documents; version: string | undefined; call: Call },
): Promise<readonly ChangedFile[]> {
	const basis = { replaces: 'parts', version } as const;
	if (files.size > 1) {
		for (const [file, edits] of files) {
			const present = await documents.read(file, call.signal);
			matchEdits(present.text, edits, present.path);
		}
		const changes = [...files].map(([path, edits]) => ({
			path,
			basis,
			compute: (present: DocumentText) => matchEdits(present.text, edits, present.path).text,
		}));
		await documents.review(changes, call);
	}
	const changed: ChangedFile[] = [];
	try {
		for (const [file, edits] of files) {
			let applied: readonly AppliedEdit[] = [];
			const { created: _, ...written } = await documents.change(
				file,
				basis,
				present => {
					const matched = matchEdits(present.text, edits, present.path);
					applied = matched.applied;
					planned.set(file, { before: present.text, after: matched.text });
					return matched.text;
				},
				call,
			);
			changed.push({ ...written, edits: [...applied] });
		}
	} catch (error) {
		await putBack(changed, [...files.keys()], planned, documents, call);
		throw error;
	}
	return changed;
}

async function putBack(
	changed: readonly ChangedFile[],
	files: readonly string[],
	planned: ReadonlyMap<string, PlannedChange>,
	documents: Documents,
	call: Call,
): Promise<void> {
	for (const [index, written] of changed.entries()) {
		const file = files[index] ?? written.path;
		const { before } = planned.get(file) ?? {};
		// What the user has typed since is not thrown away.
		const restore = ({ text, version }: DocumentText) => (version === written.version ? (before ?? text) : text);
		await documents.change(file, { replaces: 'parts' }, restore, call).catch(() => undefined);
	}
}

/** The caller knows what it has changed, and in which file if there is one: only the lines are new. */
function renderEdited(
	{
		path,
		edits,
		changedOnSave,
	}: Pick<ChangedFile, 'path'> & { edits: readonly AppliedEdit[]; changedOnSave?: string | undefined },
	isOneOfMany: boolean,
): string {
	const lines = edits.map(({ line, replaced }) => (replaced === 1 ? `${line}` : `${line} (${replaced} places)`));
	const where = `${isOneOfMany ? `${path}, ` : ''}${lines.length === 1 ? 'line' : 'lines'} ${lines.join(', ')}`;
	return [`Edited ${where}.`, ...renderSavedOnTop(changedOnSave)].join('\n');
}
