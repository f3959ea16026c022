import * as vscode from 'vscode';

export const PROPOSAL_SCHEME = 'hawser-proposal';

/** Proposed texts as files that exist only in memory: the user can edit and save them as any other file, unless they are read-only. */
export interface ProposalFiles extends vscode.FileSystemProvider, vscode.Disposable {
	put(uri: vscode.Uri, text: string, options?: { readonly: boolean }): void;
	remove(uri: vscode.Uri): void;
}

/** The mark makes VS Code read the text as UTF-8 whatever `files.encoding` says. */
const MARK = '\uFEFF';

interface MemoryFile {
	bytes: Uint8Array;
	changed: number;
	readonly: boolean;
}

export function createProposalFiles(): ProposalFiles {
	const files = new Map<string, MemoryFile>();
	const changes = new vscode.EventEmitter<vscode.FileChangeEvent[]>();
	const find = (uri: vscode.Uri): MemoryFile => {
		const file = files.get(uri.toString());
		if (file === undefined) {
			throw vscode.FileSystemError.FileNotFound(uri);
		}
		return file;
	};
	const refuse = (uri: vscode.Uri): never => {
		throw vscode.FileSystemError.NoPermissions(uri);
	};
	return {
		onDidChangeFile: changes.event,
		put(uri, text, { readonly } = { readonly: false }) {
			files.set(uri.toString(), { bytes: Buffer.from(MARK + text), changed: Date.now(), readonly });
		},
		remove: uri => void files.delete(uri.toString()),

		stat(uri) {
			const { bytes, changed, readonly } = find(uri);
			const facts = { type: vscode.FileType.File, ctime: changed, mtime: changed, size: bytes.length };
			return { ...facts, ...(readonly && { permissions: vscode.FilePermission.Readonly }) };
		},
		readFile: uri => find(uri).bytes,
		writeFile(uri, bytes) {
			// A tab that a reload brought back is saved without its file being here. Two saves in one millisecond must
			// differ, or VS Code takes the second for the first.
			const { changed: before, readonly } = files.get(uri.toString()) ?? { changed: 0, readonly: false };
			if (readonly) {
				refuse(uri);
			}
			files.set(uri.toString(), { bytes, changed: Math.max(Date.now(), before + 1), readonly });
			changes.fire([{ type: vscode.FileChangeType.Changed, uri }]);
		},
		watch: () => new vscode.Disposable(() => undefined),
		readDirectory: () => [],
		createDirectory: () => undefined,
		delete: refuse,
		rename: refuse,
		dispose: () => changes.dispose(),
	};
}
