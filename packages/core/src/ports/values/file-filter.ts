/** Which files of the workspace a search or a listing is about. */
export interface FileFilter {
	/** Globs, folders or files; none means all. */
	include: readonly string[];
	exclude: readonly string[];
	/** Also what ignore files and the setting search.exclude leave out. */
	ignored: boolean;
}
