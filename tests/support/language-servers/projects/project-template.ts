import type { MarkedFiles } from './marked-text.ts';

/** How a language writes the parts of which every generated project is made; the texts have marks. */
export interface ProjectTemplate {
	/** At least eight that other files use; the functions first. */
	symbols: readonly ProjectSymbol[];
	/** The files that declare a symbol. */
	library(symbol: ProjectSymbol): MarkedFiles;
	/** A file that uses some symbols, and mentions another one in a comment and in a string only. */
	part(name: string, used: readonly ProjectSymbol[], mentioned: ProjectSymbol): MarkedFiles;
	/** A file that has nothing to do with the symbol, and declares and uses another one of its name. */
	stranger?(symbol: ProjectSymbol): MarkedFiles;
	/** A file with a type that is made from one of the classes; the line that names the class is that of the type. */
	heir?(symbol: ProjectSymbol, index: number): MarkedFiles;
	/** A file with one mistake. */
	broken(index: number): MarkedFiles;
	/** Manifests and the like; the folder is where the project will be. */
	manifests?(folder: string, sources: readonly string[]): MarkedFiles;
	/** Folders of the project that lie elsewhere, such as installed packages: the name in the project, and where it leads. */
	links?: Readonly<Record<string, string>>;
}

export interface ProjectSymbol {
	name: string;
	kind: 'function' | 'class';
	/** Counts from 0. */
	index: number;
}

/** Eight names in the way in which a language writes them. */
export function eightSymbols(
	functionName: (words: readonly string[]) => string,
	className: (words: readonly string[]) => string = words => words.map(capital).join(''),
): readonly ProjectSymbol[] {
	const functions = [
		['add', 'tax'],
		['format', 'price'],
		['read', 'order'],
		['round', 'amount'],
		['join', 'labels'],
	].map(functionName);
	const classes = [['basket'], ['price', 'list'], ['stock', 'counter']].map(className);
	return [
		...functions.map(name => ({ name, kind: 'function' as const })),
		...classes.map(name => ({ name, kind: 'class' as const })),
	].map((symbol, index) => ({ ...symbol, index }));
}

export const camelCase = ([first = '', ...others]: readonly string[]) => first + others.map(capital).join('');
export const snakeCase = (words: readonly string[]) => words.join('_');

export function capital(word: string): string {
	return word.charAt(0).toUpperCase() + word.slice(1);
}
