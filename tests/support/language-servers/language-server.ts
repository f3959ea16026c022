import type { ProjectTemplate } from './projects/project-template.ts';

/** A language server, the client extension that an ordinary user would have for it, and a project to ask it about. */
export interface LanguageServer {
	/** Names its extension, its folder in the cache and its test. */
	id: string;
	title: string;
	/** VS Code's ids of the languages that it serves. */
	languages: readonly string[];
	/** Those of them that VS Code does not know by itself, with the endings of their files. */
	newLanguages?: Readonly<Record<string, readonly string[]>>;
	/** Puts the program into the cache, or says why this machine cannot have it. */
	install(): Promise<InstalledServer>;
	client?: ClientOptions;
	/** The user's settings. */
	settings?: Readonly<Record<string, unknown>>;
	/** Other servers for the same language, each in an extension of its own, as users have them. */
	beside?: readonly LanguageServer[];
	/** The least severe kind of problem that is asked for; errors unless it is said. */
	severity?: 'error' | 'warning';
	/** It takes minutes for what takes others seconds: an ordinary run asks it about references, renames and problems. */
	slow?: true;
	/** Built-in extensions that would serve the same language. */
	withoutExtensions?: readonly string[];
	project: ProjectTemplate;
	can: Abilities;
}

/** How the client starts it; `missing` is a sentence for the output of a test that is passed over. */
export type InstalledServer = ServerProgram | { missing: string };

export interface ServerProgram {
	/** A script that the editor's own Node runs … */
	module?: string;
	transport?: 'stdio' | 'ipc';
	/** … or a program. */
	command?: string;
	args: readonly string[];
	env?: Readonly<Record<string, string>>;
	/** A plugin that the extension gives to the editor's own TypeScript, which then serves these languages too. */
	typescriptPlugin?: { name: string; folder: string };
	/** For all of the editor, where the server starts programs of its own. */
	editorEnv?: Readonly<Record<string, string>>;
}

export interface ClientOptions {
	/** `${storage}` in it becomes the extension's own folder. */
	initializationOptions?: unknown;
	configurationSections?: readonly string[];
	/** What the client answers whenever the server asks for its configuration. */
	configuration?: unknown;
	/** Globs of files whose changes the client reports; most servers register theirs themselves. */
	watchedFiles?: readonly string[];
}

/** What the server can know: the suite asks for nothing else, except to see that the refusal is no false conclusion. */
export interface Abilities {
	references: boolean;
	search: boolean;
	rename: boolean;
	calls: boolean;
	/** What is made from a class, as implementations and in a hierarchy of types. */
	subtypes?: boolean;
	/** Of a file that it is asked about, which is enough to know them of all files. */
	problems: boolean;
}
