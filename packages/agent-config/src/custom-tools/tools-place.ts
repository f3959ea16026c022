/** The folder of a project's own tools, relative to its root. */
export const TOOLS_FOLDER = '.hawser/tools';
