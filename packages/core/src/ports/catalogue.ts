/** The tools that the caller may call, listed or not. The runtime itself has them. */
export interface Catalogue {
	toolsets(): readonly CatalogueToolset[];
	tools(): readonly CatalogueTool[];
}

export interface CatalogueToolset {
	thing: string;
	title: string;
	instructions: string;
}

export interface CatalogueTool {
	name: string;
	title: string;
	description: string;
	thing: string;
	effect: string;
	searchHint?: string;
	inputSchema: Readonly<Record<string, unknown>>;
}
