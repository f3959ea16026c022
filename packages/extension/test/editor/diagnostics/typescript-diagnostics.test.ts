import { NEVER_CANCELLED } from '@hawser/core/waiting/cancellation-source.ts';
import { delay } from '@hawser/node/deadlines.ts';
import { expect, test, vi } from 'vitest';
import type * as vscode from 'vscode';
import { typeScriptProblems } from '../../../src/editor/diagnostics/typescript-diagnostics.ts';
import type { WorkspacePaths } from '../../../src/editor/shared/workspace-paths.ts';
import type { TypeScriptServer } from '../../../src/editor/typescript/typescript-server.ts';

vi.mock('vscode', async original => ({ ...(await original<object>()), DiagnosticSeverity: {}, DiagnosticTag: {} }));

test('a server that is too slow is asked once, and not anew with the whole time', async () => {
	const given: number[] = [];
	const typeScript: Partial<TypeScriptServer> = {
		async request(_command, _file, { milliseconds, signal }) {
			given.push(milliseconds);
			await delay(milliseconds, signal);
			return undefined;
		},
	};
	const problems = await typeScriptProblems({ version: 1, isClosed: false, uri: {} } as vscode.TextDocument, {
		typeScript: typeScript as TypeScriptServer,
		paths: {} as WorkspacePaths,
		timeLimit: { milliseconds: 50, signal: NEVER_CANCELLED },
		hints: false,
	});
	expect(problems).toBeUndefined();
	expect(given.reduce((sum, milliseconds) => sum + milliseconds, 0)).toBeLessThanOrEqual(2 * 50);
});
