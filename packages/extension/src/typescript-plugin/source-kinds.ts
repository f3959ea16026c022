import type ts from 'typescript';

/**
 * True when a file declares what others see without an import: a script that is no module, an augmentation, an ambient module. In a program
 * of many projects such names would be one, though no project sees those of another.
 */
export function declaresForOthers(typescript: typeof ts, source: ts.SourceFile): boolean {
	const isModule =
		typescript.isExternalModule(source) || ('commonJsModuleIndicator' in source && source.commonJsModuleIndicator);
	return source.statements.some(statement =>
		isModule ? isAugmentation(typescript, statement) : isDeclaration(typescript, statement),
	);
}

function isAugmentation(typescript: typeof ts, statement: ts.Statement): boolean {
	return (
		typescript.isNamespaceExportDeclaration(statement) ||
		(typescript.isModuleDeclaration(statement) &&
			(typescript.isStringLiteral(statement.name) || (statement.flags & typescript.NodeFlags.GlobalAugmentation) !== 0))
	);
}

function isDeclaration(typescript: typeof ts, statement: ts.Statement): boolean {
	return (
		typescript.isVariableStatement(statement) ||
		typescript.isFunctionDeclaration(statement) ||
		typescript.isClassDeclaration(statement) ||
		typescript.isInterfaceDeclaration(statement) ||
		typescript.isTypeAliasDeclaration(statement) ||
		typescript.isEnumDeclaration(statement) ||
		typescript.isModuleDeclaration(statement)
	);
}
