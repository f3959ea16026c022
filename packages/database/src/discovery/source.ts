import type { ComposeService } from './compose.ts';
import type { EnvOfProject } from './env-file.ts';
import type { FoundDatabase } from './found-database.ts';
import type { ProjectFiles } from './project-files.ts';

/** What every source is given to read from. */
export interface Project {
	files: ProjectFiles;
	env: EnvOfProject;
	services: readonly ComposeService[];
}

/** One place where projects say what their database is. It reads, and runs nothing. */
export type Source = (project: Project) => readonly FoundDatabase[];
