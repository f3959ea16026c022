import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import { resolveRealPath } from '@hawser/node/real-path.ts';
import { beforeEach, expect, test } from 'vitest';
import { temporaryFolder } from '../../../../../node/test/temporary-folder.ts';
import { placeToSave, type SavingRules } from '../../../../src/editor/debug/control/place-to-save.ts';

let temporary: string;
let workspace: string;
let rules: SavingRules;

beforeEach(() => {
	temporary = temporaryFolder();
	workspace = path.join(temporary, 'project');
	mkdirSync(path.join(workspace, '.vscode'), { recursive: true });
	rules = {
		temporary,
		async inWorkspace(asked) {
			const file = path.resolve(workspace, asked);
			const { real } = await resolveRealPath(file);
			if (!real.startsWith(`${workspace}${path.sep}`)) {
				throw new ToolError('E_OUTSIDE_WORKSPACE', `"${asked}" is not inside.`);
			}
			const names = [path.relative(workspace, file), path.relative(workspace, real)];
			return { file, shown: names[0] ?? '', names };
		},
	};
});

const at = (name: string) => path.join(temporary, name);

test('a new file may lie in a new folder of the workspace or among the temporary files', async () => {
	expect(await placeToSave('out/a.jsonl', rules)).toMatchObject({
		folder: path.join(workspace, 'out'),
		name: 'a.jsonl',
	});
	expect(await placeToSave(at('a.jsonl'), rules)).toMatchObject({ folder: temporary, name: 'a.jsonl', shared: true });
});

test('a workspace that lies among the temporary files keeps its protected ones', async () => {
	const asked = path.join(workspace, '.vscode/tasks.json');
	await expect(placeToSave(asked, rules)).rejects.toMatchObject({ code: 'E_DENIED' });
	await expect(placeToSave(at('other/.vscode/tasks.json'), rules)).rejects.toMatchObject({ code: 'E_DENIED' });
	await expect(placeToSave(at('.mcp.json'), rules)).rejects.toMatchObject({ code: 'E_DENIED' });
});

test.skipIf(process.platform === 'win32')('a link to a protected folder or file is what it leads to', async () => {
	symlinkSync('.vscode', path.join(workspace, 'harmless'));
	symlinkSync('.vscode/tasks.json', path.join(workspace, 'out.jsonl'));
	symlinkSync(path.join(workspace, '.vscode'), at('harmless'));
	mkdirSync(at('elsewhere/.git'), { recursive: true });
	symlinkSync(at('elsewhere/.git'), at('data'));
	for (const asked of ['harmless/tasks.json', 'out.jsonl', at('harmless/tasks.json'), at('data/config')]) {
		await expect(placeToSave(asked, rules), asked).rejects.toMatchObject({ code: 'E_DENIED' });
	}
});

test.skipIf(process.platform === 'win32')(
	'a link out of both places, or instead of the file, is not followed',
	async () => {
		symlinkSync('/etc', at('system'));
		symlinkSync('/etc', path.join(workspace, 'system'));
		writeFileSync(at('target'), '');
		symlinkSync(at('target'), at('link'));
		for (const asked of [at('system/a.jsonl'), 'system/a.jsonl', '/etc/a.jsonl', '../../a.jsonl']) {
			await expect(placeToSave(asked, rules), asked).rejects.toMatchObject({ code: 'E_OUTSIDE_WORKSPACE' });
		}
		await expect(placeToSave(at('link'), rules)).rejects.toMatchObject({ code: 'E_DENIED' });
		mkdirSync(at('real'));
		symlinkSync(at('real'), at('folder'));
		expect(await placeToSave(at('folder/a.jsonl'), rules)).toMatchObject({ folder: at('real') });
	},
);
