/** Several tools in the right order, written once. Clients offer it as an MCP prompt, often as a slash command. */
export interface Recipe {
	/** In snake_case: it becomes part of a command. */
	readonly name: string;
	readonly title: string;
	readonly description: string;
	readonly arguments: readonly RecipeArgument[];
	/** One step each, in order; the tools are named as a model calls them. */
	steps(given: Readonly<Partial<Record<string, string>>>): readonly string[];
}

export interface RecipeArgument {
	readonly name: string;
	readonly description: string;
	readonly required: boolean;
}
