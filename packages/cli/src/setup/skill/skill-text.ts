import { WAY_TO_THE_REST } from '@hawser/core/recipes/mcp-prompts.ts';
import type { Recipe } from '@hawser/core/recipes/recipe.ts';
import { RECIPES } from '@hawser/core/recipes/recipes.ts';

/** Stands in every skill file of ours, so that it is known again. */
export const SKILL_MARK = 'Written by "hawser setup --skill"';

/** One line for AGENTS.md, which every agent reads in every session: so it is no more than that. */
export const AGENTS_LINE =
	'Code questions go to the `hawser` MCP tools before grep: symbol_references, symbol_rename, file_rename, diagnostic_list after edits, test_run; tool_find finds the debugger, git and database tools.';

/** The skill file: agents read its head in every session, and the rest when they need it. */
export function skillText(): string {
	return [
		'---',
		'name: hawser',
		"description: Use VS Code's language servers, debugger, tests and database through the hawser MCP tools. For finding references, renaming, fixing type errors, failing tests, values at runtime, questions to the database.",
		'---',
		'',
		`<!-- ${SKILL_MARK}; "hawser setup --skill --remove" takes it out. -->`,
		'',
		WAY_TO_THE_REST,
		'',
		...RECIPES.flatMap(recipe => [section(recipe), '']),
	].join('\n');
}

/** The arguments stand for themselves. */
function section(recipe: Recipe): string {
	const given = Object.fromEntries(
		recipe.arguments.filter(({ required }) => required).map(({ name }) => [name, `<${name}>`]),
	);
	const steps = recipe.steps(given).map((step, index) => `${index + 1}. ${step}`);
	return `## ${recipe.title}\n\n${steps.join('\n')}`;
}
