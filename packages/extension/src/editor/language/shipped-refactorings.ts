/** Questions about changes that may have no one to answer them. */
export type RefactoringQuestion = 'renames' | 'code actions' | 'formatting';

/** The refactorings of the servers shipped with VS Code, from their capabilities. */
export const SHIPPED_REFACTORINGS: Record<string, readonly RefactoringQuestion[]> = {
	typescript: ['renames', 'code actions', 'formatting'],
	typescriptreact: ['renames', 'code actions', 'formatting'],
	javascript: ['renames', 'code actions', 'formatting'],
	javascriptreact: ['renames', 'code actions', 'formatting'],
	json: ['formatting'],
	jsonc: ['formatting'],
	css: ['renames', 'code actions', 'formatting'],
	scss: ['renames', 'code actions', 'formatting'],
	less: ['renames', 'code actions', 'formatting'],
	html: ['renames', 'formatting'],
	markdown: ['renames', 'code actions'],
};
