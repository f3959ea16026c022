import { limited, resultWithin, type TimeLimit } from '@hawser/node/deadlines.ts';
import * as vscode from 'vscode';

const OUTLINE_LIMIT = 3000;
const MEMBERS: ReadonlySet<vscode.SymbolKind> = new Set([
	vscode.SymbolKind.Method,
	vscode.SymbolKind.Property,
	vscode.SymbolKind.Field,
	vscode.SymbolKind.Constructor,
	vscode.SymbolKind.Operator,
	vscode.SymbolKind.Event,
]);
const TYPES: ReadonlySet<vscode.SymbolKind> = new Set([
	vscode.SymbolKind.Class,
	vscode.SymbolKind.Interface,
	vscode.SymbolKind.Struct,
	vscode.SymbolKind.Enum,
	vscode.SymbolKind.Object,
]);

type FileSymbol = vscode.DocumentSymbol | vscode.SymbolInformation;

/** False when what is declared at this place belongs to no type, so that nothing can override it; true also when nobody says. */
export async function mayBeMember({ uri, range }: vscode.Location, timeLimit: TimeLimit): Promise<boolean> {
	try {
		await vscode.workspace.openTextDocument(uri);
		const outline = await resultWithin(
			vscode.commands.executeCommand<FileSymbol[] | undefined>('vscode.executeDocumentSymbolProvider', uri),
			limited(timeLimit, OUTLINE_LIMIT),
		);
		return isMember(outline ?? [], range.start) ?? true;
	} catch (error) {
		if (timeLimit.signal.cancelled) {
			throw error;
		}
		return true;
	}
}

/** Undefined when the outline has nothing there. */
export function isMember(
	symbols: readonly FileSymbol[],
	position: vscode.Position,
	isInType = false,
): boolean | undefined {
	for (const symbol of symbols) {
		const own = 'selectionRange' in symbol ? symbol.selectionRange : undefined;
		if (own?.contains(position)) {
			return isInType || MEMBERS.has(symbol.kind);
		}
		const inner = 'children' in symbol ? isMember(symbol.children, position, TYPES.has(symbol.kind)) : undefined;
		if (inner !== undefined) {
			return inner;
		}
	}
	return undefined;
}
