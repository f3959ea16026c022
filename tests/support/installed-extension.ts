import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { installVsix } from '@hawser/headless/code-server.ts';
import { installEditor } from '@hawser/headless/install/install-editor.ts';
import { serverEnvironment } from '@hawser/headless/shared/server-environment.ts';
import { ARTEFACTS } from '../../scripts/build/artefacts.ts';
import { madeOnceLater } from './made-once.ts';

/** The folder of the extension as the VS Code under test installs it from the packed VSIX. */
export async function installedExtension(): Promise<string> {
	const program = await installEditor();
	const extensions = await madeOnceLater(`extensions-${program.version.vscode}`, async folder => {
		const folders = { userData: join(folder, '.data'), extensions: folder, log: join(folder, '.data/log') };
		await installVsix(ARTEFACTS.vsix, {
			program,
			folders,
			environment: serverEnvironment(folders.userData, 'install'),
		});
	});
	const installed = readdirSync(extensions).filter(name => name.startsWith('hawser.'));
	if (installed.length !== 1) {
		throw new Error(`${ARTEFACTS.vsix} became ${JSON.stringify(installed)} in ${extensions}.`);
	}
	return join(extensions, ...installed);
}
