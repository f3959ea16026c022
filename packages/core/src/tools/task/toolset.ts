import type { Toolset } from '../../contract/toolset.ts';
import { taskList } from './task-list.ts';
import { taskRun } from './task-run.ts';

export const taskToolset: Toolset = {
	thing: 'task',
	title: 'Tasks',
	onByDefault: true,
	instructions: "Tasks: task_list and task_run know the project's own builds and checks, and the problems they find.",
	tools: [taskList, taskRun],
};
