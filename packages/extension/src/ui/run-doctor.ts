import * as vscode from 'vscode';

/** Runs `hawser doctor` of the command that the extension brings, in a terminal that the user sees. */
export function runDoctor(script: string): void {
	const cwd = vscode.workspace.workspaceFolders?.[0]?.uri;
	const terminal = vscode.window.createTerminal({
		name: vscode.l10n.t('Hawser Doctor'),
		iconPath: new vscode.ThemeIcon('heart'),
		isTransient: true,
		env: { ELECTRON_RUN_AS_NODE: '1' },
		...(cwd && { cwd }),
	});
	terminal.show();
	// VS Code's own runtime, because not every user has Node.
	terminal.sendText([process.execPath, script, 'doctor'].map(quoted).join(' '));
}

/** PowerShell takes a quoted program for a text unless it is told to call it. */
function quoted(word: string, index: number): string {
	const call = process.platform === 'win32' && index === 0 ? '& ' : '';
	return /^[\w./\\:@-]+$/.test(word) ? word : `${call}"${word}"`;
}
