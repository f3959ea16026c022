import type { Toolset } from '../../contract/toolset.ts';
import { notebookEdit } from './notebook-edit.ts';
import { notebookRead } from './notebook-read.ts';
import { notebookRun } from './notebook-run.ts';

export const notebookToolset: Toolset = {
	thing: 'notebook',
	title: 'Notebooks',
	onByDefault: true,
	instructions:
		'Notebooks (.ipynb): notebook_read, notebook_edit and notebook_run work on cells, with unsaved edits and the selected kernel.',
	tools: [notebookRead, notebookEdit, notebookRun],
};
