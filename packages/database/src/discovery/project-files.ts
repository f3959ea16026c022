/** The files of one project folder, as far as discovery needs them. Paths are relative, with forward slashes. */
export interface ProjectFiles {
	/** The text; undefined when there is no such file, or it is too large to be configuration. */
	read(path: string): string | undefined;
	exists(path: string): boolean;
	/** Names in a folder; empty when there is none. Folders end in a slash. */
	list(folder: string): readonly string[];
	/** The first bytes of a file. */
	head(path: string, length: number): Uint8Array | undefined;
}
