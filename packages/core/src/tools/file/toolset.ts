import type { Toolset } from '../../contract/toolset.ts';
import { fileDelete } from './file-delete.ts';
import { fileEdit } from './file-edit.ts';
import { fileFind } from './file-find.ts';
import { fileList } from './file-list.ts';
import { fileRead } from './file-read.ts';
import { fileRename } from './file-rename.ts';
import { fileWrite } from './file-write.ts';

export const fileToolset: Toolset = {
	thing: 'file',
	title: 'Files',
	onByDefault: true,
	instructions:
		'Files: read with file_read, which sees unsaved edits; change with file_edit or file_write, which keep them and tell which problems appear.',
	tools: [fileRead, fileWrite, fileEdit, fileList, fileFind, fileRename, fileDelete],
};
