import type { EnvOfProject } from './env-file.ts';
import type { FoundDatabase } from './found-database.ts';
import type { ProjectFiles } from './project-files.ts';

/** A container of the project, by its compose file. */
export interface ComposeService {
	name: string;
	file: string;
	image: string;
	environment: Record<string, string>;
	/** The words that the container is started with. */
	command: string;
	/** Container port to the port on this machine. */
	published: ReadonlyMap<number, number>;
}

/** The input of every source. */
export interface Project {
	files: ProjectFiles;
	env: EnvOfProject;
	services: readonly ComposeService[];
}

/** One place where projects say what their database is. It reads, and runs nothing. */
export type Source = (project: Project) => readonly FoundDatabase[];
