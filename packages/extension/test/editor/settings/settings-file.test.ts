import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import * as path from 'node:path';
import { expect, test } from 'vitest';
import { temporaryFolder } from '../../../../node/test/temporary-folder.ts';
import { requireOwnSettingsFile } from '../../../src/editor/settings/settings-file.ts';

function folders(): { project: string; user: string } {
	const base = temporaryFolder();
	const [project, user] = [path.join(base, 'project'), path.join(base, 'User')];
	mkdirSync(project);
	mkdirSync(user);
	writeFileSync(path.join(user, 'settings.json'), '{}');
	return { project, user };
}

test('the settings of a folder may be missing, present, or linked within the folder', async () => {
	const { project } = folders();
	await requireOwnSettingsFile(project);
	mkdirSync(path.join(project, 'shared'));
	symlinkSync('shared', path.join(project, '.vscode'), 'junction');
	await requireOwnSettingsFile(project);
});

test.skipIf(process.platform === 'win32').each(['.vscode', '.vscode/settings.json'])(
	'the settings are not written when %s is a link out of the folder',
	async name => {
		const { project, user } = folders();
		mkdirSync(path.join(project, name, '..'), { recursive: true });
		symlinkSync(name === '.vscode' ? user : path.join(user, 'settings.json'), path.join(project, name));
		await expect(requireOwnSettingsFile(project)).rejects.toMatchObject({ code: 'E_DENIED' });
	},
);
