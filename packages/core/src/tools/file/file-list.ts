import { z } from 'zod';
import { takeWhileFits } from '../../answers/paging.ts';
import { path } from '../../contract/parameters.ts';
import { defineTool } from '../../contract/tool.ts';
import { plural } from '../../text/plural.ts';
import { folderEntries } from './folder-entries.ts';

export const fileList = defineTool({
	name: 'file_list',
	title: 'List a folder',
	searchHint: 'ls directory tree folder contents',
	description:
		'Lists files (with bytes) and folders (ending in /, with the number of files below). What .gitignore and the settings exclude is left out.',
	whenToUse: 'Use it to see how a project or folder is laid out. For a file whose name you know, use file_find.',
	effect: 'reads',
	needs: ['files'],
	narrowBy: ['path', 'depth', 'glob'],

	example: { path: 'src' },

	input: z.strictObject({
		path: path.default('.').describe('Folder; the whole workspace unless given.'),
		depth: z.int().positive().max(20).default(1).describe('Levels of folders to go down.'),
		glob: z.string().optional().describe('Only files like this below the folder, such as "*.ts"; use with depth.'),
		ignored: z.boolean().default(false).describe('Also ignored files such as node_modules.'),
		limit: z.int().positive().max(10_000).default(500).describe('Entries in one answer.'),
		offset: z.int().nonnegative().default(0).describe('Entries to skip, to page.'),
	}),

	output: z.object({
		path: z.string(),
		totalEntries: z.int(),
		totalFiles: z.int().describe('Files below the folder at any depth.'),
		entries: z.array(
			z.object({
				name: z.string().describe('Relative to path; a folder ends in /.'),
				size: z.int().optional().describe('Bytes of a file.'),
				files: z.int().optional().describe('Files below a folder.'),
			}),
		),
		allIgnored: z.boolean().optional().describe('The folder has entries, but all are ignored.'),
		nextOffset: z.int().optional().describe('Where to go on; absent when the answer is complete.'),
	}),

	async run({ path, depth, glob, ignored, limit, offset }, { files }, { signal, budget }) {
		const folder = await files.folder(path, { depth, glob, ignored }, signal);
		const entries = folderEntries(folder, depth);
		const shown = takeWhileFits(entries.slice(offset, offset + limit), budget - 400, ({ name }) => name.length + 30);
		const prefix = folder.path === '.' ? '' : `${folder.path}/`;
		const sizes = await files.sizes(shown.map(({ name }) => prefix + name));
		const next = offset + shown.length;
		return {
			path: folder.path,
			totalEntries: entries.length,
			totalFiles: folder.files.length,
			entries: shown.map((entry, index) => {
				const size = sizes[index];
				return { ...entry, ...(entry.files === undefined && size !== undefined && { size }) };
			}),
			...(folder.allIgnored && { allIgnored: true }),
			...(next < entries.length && { nextOffset: next }),
		};
	},

	render({ path, totalEntries, totalFiles, entries, allIgnored, nextOffset }) {
		const counts =
			totalEntries === 0
				? 'empty'
				: `${plural(totalEntries, 'entry', 'entries')}, ${plural(totalFiles, 'file')} in all`;
		const lines = entries.map(({ name, size, files }) => {
			if (files !== undefined) {
				return `${name}  (${files === 0 ? 'empty' : plural(files, 'file')})`;
			}
			return size === undefined ? name : `${name}  ${size}`;
		});
		const notes = [
			allIgnored === true && '(Everything in it is ignored; call again with ignored: true.)',
			nextOffset !== undefined && `(More: call again with offset ${nextOffset}.)`,
		];
		return [
			[`${path === '.' ? 'Workspace' : path}: ${counts}`, ...lines, ...notes.filter(note => note !== false)].join('\n'),
		];
	},
});
