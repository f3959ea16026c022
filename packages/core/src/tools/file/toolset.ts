import type { Toolset } from '../../contract/toolset.ts';
import { fileDelete } from './file-delete.ts';
import { fileFind } from './file-find.ts';
import { fileList } from './file-list.ts';
import { fileRead } from './file-read.ts';

export const fileToolset: Toolset = {
	thing: 'file',
	title: 'Files',
	onByDefault: true,
	instructions: 'Files: file_read sees edits that are not saved yet; prefer it to reading the disk.',
	tools: [fileRead, fileList, fileFind, fileDelete],
};
