import { HeadlessError } from './shared/errors.ts';

const ATTEMPTS = 5;

interface ReloadableWindow {
	evaluate(body: string, args?: unknown): Promise<unknown>;
	reload(): Promise<void>;
}

/**
 * VS Code 1.139 in a browser now and then opens a workspace file without its folders, about once in ten times: the file is
 * there, its folders never come. A reload brings them. Asked through the evaluator, so only where that is loaded.
 */
export async function untilFoldersAreOpen(window: ReloadableWindow, workspaceFile: string): Promise<void> {
	for (let attempt = 1; attempt <= ATTEMPTS; attempt++) {
		if (await window.evaluate(HAS_ITS_FOLDERS, { workspaceFile })) {
			return;
		}
		await window.reload();
	}
	throw new HeadlessError('E_WINDOW_FAILED', `VS Code opened ${workspaceFile} without its folders, ${ATTEMPTS} times.`);
}

/** A file that names no folders, or that cannot be read as plain JSON, has nothing to wait for. */
const HAS_ITS_FOLDERS = `
	try {
		const { folders } = JSON.parse(require('node:fs').readFileSync(args.workspaceFile, 'utf8'));
		if (!Array.isArray(folders) || folders.length === 0) {
			return true;
		}
	} catch {
		return true;
	}
	const isOpen = () => (vscode.workspace.workspaceFolders ?? []).length > 0;
	for (let round = 0; round < 30 && !isOpen(); round++) {
		await new Promise(resolve => setTimeout(resolve, 100));
	}
	return isOpen();
`;
