import { recordOf } from '../data/plain-data.ts';
import { nearestName } from '../text/nearest-name.ts';
import type { Recipe, RecipeArgument } from './recipe.ts';
import { RECIPES } from './recipes.ts';

interface McpPrompt extends Pick<Recipe, 'name' | 'title' | 'description'> {
	arguments?: RecipeArgument[];
}

interface McpPromptResult {
	description: string;
	messages: { role: 'user'; content: { type: 'text'; text: string } }[];
}

/** The recipes as `prompts/list` has them. */
export function listPrompts(): McpPrompt[] {
	return RECIPES.map(({ name, title, description, arguments: taken }) => ({
		name,
		title,
		description,
		...(taken.length > 0 && { arguments: [...taken] }),
	}));
}

/** One as `prompts/get` has it, or a sentence about what is wrong with the request. */
export function getPrompt(name: unknown, given: unknown): McpPromptResult | { problem: string } {
	const recipe = RECIPES.find(known => known.name === name);
	if (recipe === undefined) {
		const nearest =
			typeof name === 'string'
				? nearestName(
						name,
						RECIPES.map(known => known.name),
					)
				: undefined;
		const advice = nearest === undefined ? '.' : `; did you mean "${nearest}"?`;
		return { problem: `There is no prompt ${JSON.stringify(name ?? '')}${advice}` };
	}
	const values = Object.fromEntries(
		Object.entries(recordOf(given)).flatMap(([key, value]) =>
			typeof value === 'string' && value.trim() !== '' ? [[key, value]] : [],
		),
	);
	const missing = recipe.arguments.find(({ name: key, required }) => required && values[key] === undefined);
	if (missing !== undefined) {
		return { problem: `The prompt "${recipe.name}" needs "${missing.name}": ${missing.description}` };
	}
	return {
		description: recipe.description,
		messages: [{ role: 'user', content: { type: 'text', text: recipeText(recipe, values) } }],
	};
}

/** The recipe as a model reads it. */
function recipeText({ title, steps }: Recipe, given: Readonly<Partial<Record<string, string>>>): string {
	const lines = steps(given).map((step, index) => `${index + 1}. ${step}`);
	return [`${title} With Hawser's tools:`.replace(/([^?.!]) With/, '$1, with'), ...lines, WAY_TO_THE_REST].join('\n');
}

/** The last line of every recipe. */
export const WAY_TO_THE_REST =
	'A tool that is not in your list: tool_read (it only reads) or tool_call, with its name.';
