import type { Cancellation } from './values/cancellation.ts';

export type BuildSystem =
	| 'npm'
	| 'pnpm'
	| 'yarn'
	| 'maven'
	| 'gradle'
	| 'cargo'
	| 'go'
	| 'python'
	| 'dotnet'
	| 'composer'
	| 'bundler';

export interface Dependency {
	name: string;
	/** The version that the manifest asks for, such as "^4.1.0"; absent where it leaves it open. */
	declared?: string;
	/** The version that the lock file has fixed. */
	locked?: string;
	/** The manifest's own word where it has one: runtime, development, peer, optional, test, build … */
	use: string;
	/** Manifest of the module of this project that it means. */
	module?: string;
}

export interface ProjectModule {
	name: string;
	version?: string;
	system: BuildSystem;
	/** The folder. */
	path: string;
	manifest: string;
	/** Manifest of the workspace, parent or solution that it belongs to. */
	partOf?: string;
	dependencies: readonly Dependency[];
}

export interface ProjectReading {
	modules: readonly ProjectModule[];
	/** Manifests that could not be read. */
	unreadable: readonly { path: string; reason: string }[];
}

export interface Projects {
	/** Read from the manifest and lock files alone; no code of the project runs. */
	read(signal: Cancellation): Promise<ProjectReading>;
}
