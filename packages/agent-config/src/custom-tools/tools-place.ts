/** Where a project keeps its tools, from its root. */
export const TOOLS_FOLDER = '.hawser/tools';
