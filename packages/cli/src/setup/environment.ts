/** One file for the user, or one in the project for everybody who works on it. */
export type Scope = 'user' | 'project';

/** The environment that matter to clients, as a value so that tests can make their own. */
export interface SetupEnvironment {
	home: string;
	env: Readonly<Record<string, string | undefined>>;
	platform: NodeJS.Platform;
	/** Folder of the project. */
	project: string;
}
