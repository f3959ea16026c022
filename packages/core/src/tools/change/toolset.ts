import type { Toolset } from '../../contract/toolset.ts';
import { changeList } from './change-list.ts';
import { changeUndo } from './change-undo.ts';

export const changeToolset: Toolset = {
	thing: 'change',
	title: 'Changes',
	onByDefault: true,
	instructions:
		'Changes: change_list shows what you have changed in files, call by call, and change_undo takes it back without touching what others have written since.',
	tools: [changeList, changeUndo],
};
