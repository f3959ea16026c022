import { codeTasks } from './code-tasks.ts';
import { projectTasks } from './project-tasks.ts';
import type { Task } from './task.ts';

export const TASKS: readonly Task[] = [...codeTasks, ...projectTasks];
