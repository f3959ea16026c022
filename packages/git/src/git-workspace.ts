import type { Cancellation } from '@hawser/core/ports/values/cancellation.ts';

/** The facts about the editor that git needs. As an interface, they let tests run on real repositories without an editor. */
export interface GitWorkspace {
	/** The git program; E_NO_GIT where there is none. */
	program(): Promise<string>;
	/** A repository that nobody trusts may name programs in its configuration. */
	trusted(): boolean;
	/** Real paths of the workspace folders. */
	folders(): readonly string[];
	/** Roots of the repositories that the editor has found, submodules and nested ones too. */
	knownRoots(signal: Cancellation): Promise<readonly string[]>;
	/** The file that a path argument means; inside the workspace. */
	resolve(path: string): Promise<string>;
	/** Names a file as agents see it. */
	show(path: string): string;
	/** Files with edits that are not saved, with their text. */
	unsaved(): readonly { path: string; text: string }[];
	/** Has the editor's own view of the repository brought up to date. */
	refresh(root: string): Promise<void>;
}
