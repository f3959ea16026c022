import type { Recipe } from './recipe.ts';

const testFailure: Recipe = {
	name: 'test_failure',
	title: 'Why does this test fail?',
	description: 'Runs the test, finds the cause with the debugger if need be, and proves the fix.',
	arguments: [
		{ name: 'test', description: 'A part of its name, or its file; all tests unless given.', required: false },
	],
	steps: ({ test }) => [
		`test_run${test === undefined ? '' : ` with ${named(test)}`}: read message, expected, actual and place of each failure.`,
		'symbol_definition of what the failing line calls, from the path and line of the failure.',
		'Where the source does not explain the value: breakpoint_set on the line that makes it, test_debug_single with the test, debug_evaluate there, then debug_stop and breakpoint_clear_project.',
		'Tell the cause with file and line before you change anything. After the fix test_run with failed: true.',
	],
};

const fixProblems: Recipe = {
	name: 'fix_problems',
	title: 'Fix the problems of this change',
	description:
		'Finds what the uncommitted changes broke, in all files, and mends it with quick fixes where there are some.',
	arguments: [{ name: 'path', description: 'File or folder; the whole project unless given.', required: false }],
	steps: ({ path }) => [
		'git_status: the files that were changed.',
		`diagnostic_list${path === undefined ? '' : ` with path ${quoted(path)}`}: problems also appear in files that nobody changed. Go by the errors first.`,
		'code_actions for the line of each problem; code_action_apply with the id of the fix that does what the change means. Else edit by hand.',
		'diagnostic_list again, until it is clean and fresh; then test_run for what was touched.',
	],
};

const renameSafely: Recipe = {
	name: 'rename_safely',
	title: 'Rename safely',
	description: 'Renames a symbol everywhere with the language server, and shows what mentions the old name still.',
	arguments: [
		{ name: 'symbol', description: 'Its name, such as total or Cart.total.', required: true },
		{ name: 'newName', description: 'The new name.', required: true },
	],
	steps: ({ symbol = '', newName = '' }) => [
		`symbol_search for ${quoted(symbol)}: the file that declares it. Ask the user if there are several.`,
		`symbol_search for ${quoted(newName)}: if it is taken where it would stand, say so and stop.`,
		`symbol_rename with preview: true, newName ${quoted(newName)}: how many places in which files.`,
		'symbol_rename without preview; then diagnostic_list of the whole project.',
		`text_search for ${quoted(lastPart(symbol))} as a whole word: comments, documents and strings that mean it. Name them; change them only if they do.`,
	],
};

const explainSelection: Recipe = {
	name: 'explain_selection',
	title: 'Explain what I have selected',
	description: 'Explains the selected code from its definitions, its callers and its history.',
	arguments: [],
	steps: () => [
		'editor_context with includeText: true: the file, the selection, the symbol around it, unsaved edits.',
		'symbol_hover and symbol_definition for the names in it that are declared elsewhere.',
		'symbol_calls of the enclosing function: who depends on it.',
		'git_blame of its lines: when and why they were written.',
		'Explain what it does, why it is there and what to mind when changing it, with file and line for each claim.',
	],
};

const askDatabase: Recipe = {
	name: 'ask_database',
	title: 'Answer from the database',
	description: "Answers a question from the project's own database, with the query that proves it.",
	arguments: [{ name: 'question', description: 'What you want to know.', required: true }],
	steps: ({ question = '' }) => [
		`database_list: the database that can answer ${quoted(question)}, and its engine.`,
		'database_tables, then database_schema of the tables in question: real columns, keys and enum values, no guesses.',
		'database_query: one SELECT with LIMIT that answers it; values in params, not in the text.',
		'Answer in a sentence, with the query and the rows that it rests on. Nothing may be written.',
	],
};

export const RECIPES: readonly Recipe[] = [testFailure, fixProblems, renameSafely, explainSelection, askDatabase];

/** A test is meant by its file, or by a part of its name. */
function named(test: string): string {
	return /[\\/]|\.\w+$/.test(test) ? `path ${quoted(test)}` : `query ${quoted(test)}`;
}

function lastPart(symbol: string): string {
	return symbol.slice(symbol.lastIndexOf('.') + 1);
}

/** As one line: what comes from a user's command must not look like a step. */
function quoted(text: string): string {
	return JSON.stringify(text);
}
