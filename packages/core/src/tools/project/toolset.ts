import type { Toolset } from '../../contract/toolset.ts';
import { projectDependencies } from './project-dependencies.ts';
import { projectModules } from './project-modules.ts';

export const projectToolset: Toolset = {
	thing: 'project',
	title: 'Project',
	onByDefault: true,
	instructions: 'Project: project_modules and project_dependencies read the manifests of all common build systems.',
	tools: [projectModules, projectDependencies],
};
