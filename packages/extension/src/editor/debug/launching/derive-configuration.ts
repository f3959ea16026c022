import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { basename, dirname, extname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import * as vscode from 'vscode';
import type { WorkspacePaths } from '../../shared/workspace-paths.ts';
import { debugTypes } from './launch-checks.ts';

const VERSION_LIMIT = 10_000;

/** A configuration for a program of which only the file is known. */
export async function deriveConfiguration(
	file: vscode.Uri,
	paths: WorkspacePaths,
): Promise<{ configuration: vscode.DebugConfiguration; folder: vscode.WorkspaceFolder | undefined }> {
	const folder = vscode.workspace.getWorkspaceFolder(file);
	const base = {
		name: `Debug ${basename(file.fsPath)}`,
		request: 'launch',
		program: inFolder(file.fsPath, folder),
		cwd: folder ? '${workspaceFolder}' : dirname(file.fsPath),
		console: 'internalConsole',
	};
	const extension = extname(file.fsPath).toLowerCase();
	if (/^\.[cm]?js$/.test(extension)) {
		return { configuration: { ...base, ...NODE }, folder };
	}
	if (/^\.[cm]?ts$/.test(extension)) {
		return { configuration: { ...base, ...NODE, ...(await typeScriptRunner(folder)) }, folder };
	}
	if (extension === '.py') {
		return { configuration: { ...base, type: pythonType(paths.show(file)) }, folder };
	}
	throw new ToolError(
		'E_UNSUPPORTED_LANGUAGE',
		`How to debug a ${extension || 'file without extension'} is not known (${paths.show(file)}).`,
		{
			details: { types: debugTypes() },
		},
	);
}

const NODE = { type: 'node', skipFiles: ['<node_internals>/**'] };

function inFolder(path: string, folder: vscode.WorkspaceFolder | undefined): string {
	return folder ? `\${workspaceFolder}/${relative(folder.uri.fsPath, path).split(sep).join('/')}` : path;
}

/** Node runs TypeScript by itself since 22.18 and 23.6, with a flag since 22.6; else the project may have tsx. */
async function typeScriptRunner(folder: vscode.WorkspaceFolder | undefined): Promise<object> {
	const [major = 0, minor = 0] = await nodeVersion();
	if (major >= 24 || (major === 23 && minor >= 6) || (major === 22 && minor >= 18)) {
		return {};
	}
	if (major === 23 || (major === 22 && minor >= 6)) {
		return { runtimeArgs: ['--experimental-strip-types'] };
	}
	const tsx = folder && join(folder.uri.fsPath, 'node_modules/.bin', process.platform === 'win32' ? 'tsx.cmd' : 'tsx');
	if (tsx !== undefined && existsSync(tsx)) {
		return { runtimeExecutable: tsx };
	}
	const found = major === 0 ? 'no Node is on the PATH' : `Node ${major}.${minor} on the PATH does not run TypeScript`;
	throw new ToolError('E_UNSUPPORTED_LANGUAGE', `${found}, and the project has no tsx.`, {
		hint: 'Compile it with source maps and start the JavaScript, or give debug_start a whole configuration in "config".',
	});
}

async function nodeVersion(): Promise<readonly number[]> {
	try {
		const { stdout } = await promisify(execFile)('node', ['--version'], { timeout: VERSION_LIMIT });
		return /^v(\d+)\.(\d+)/.exec(stdout)?.slice(1).map(Number) ?? [];
	} catch {
		return [];
	}
}

function pythonType(path: string): string {
	const type = ['debugpy', 'python'].find(candidate => debugTypes().includes(candidate));
	if (type === undefined) {
		throw new ToolError('E_DEBUGGER_MISSING', `No installed extension debugs Python (${path}).`, {
			hint: 'Ask the user to install the extension "Python Debugger" (ms-python.debugpy).',
			details: { types: debugTypes() },
		});
	}
	return type;
}
