import type { Toolset } from '../../contract/toolset.ts';
import { fileRead } from './file-read.ts';

export const fileToolset: Toolset = {
	thing: 'file',
	title: 'Files',
	onByDefault: true,
	instructions: 'Files: file_read sees edits that are not saved yet; prefer it to reading the disk.',
	tools: [fileRead],
};
