import type * as TypeScript from 'typescript';

export interface Declaration {
	path: string;
	line: number;
	column: number;
	name: string;
	kind: string;
}

/** Every name that the project's own files declare, with what it names. */
export function listDeclarations(ts: typeof TypeScript, program: TypeScript.Program, folder: string): Declaration[] {
	const found: Declaration[] = [];
	for (const source of program.getSourceFiles()) {
		if (source.fileName.startsWith(folder)) {
			visit(source, source);
		}
	}
	return found;

	function visit(node: TypeScript.Node, source: TypeScript.SourceFile): void {
		const kind = kindOf(node);
		const name = kind === undefined ? undefined : nameOf(node);
		if (kind !== undefined && name !== undefined) {
			const { line, character } = source.getLineAndCharacterOfPosition(name.getStart(source));
			found.push({ path: source.fileName, line: line + 1, column: character + 1, name: name.text, kind });
		}
		ts.forEachChild(node, child => visit(child, source));
	}

	function nameOf(node: TypeScript.Node): TypeScript.Identifier | undefined {
		const name = ts.getNameOfDeclaration(node as TypeScript.Declaration);
		return name && ts.isIdentifier(name) ? name : undefined;
	}

	function kindOf(node: TypeScript.Node): string | undefined {
		const kinds: readonly [string, (candidate: TypeScript.Node) => boolean][] = [
			['function', ts.isFunctionDeclaration],
			['class', ts.isClassDeclaration],
			['method', candidate => ts.isMethodDeclaration(candidate) || ts.isMethodSignature(candidate)],
			['property', candidate => ts.isPropertyDeclaration(candidate) || ts.isPropertySignature(candidate)],
			['type', ts.isTypeAliasDeclaration],
			['interface', ts.isInterfaceDeclaration],
			['variable', ts.isVariableDeclaration],
			['parameter', ts.isParameter],
			['import', ts.isImportSpecifier],
			['accessor', ts.isAccessor],
			['namespace', ts.isModuleDeclaration],
		];
		return kinds.find(([, is]) => is(node))?.[0];
	}
}
