import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Parts of code-server's VS Code that no window loads with AI features off: 805 MB become 350 MB. */
const UNUSED_PARTS = [
	'node_modules/@github',
	'node_modules/@microsoft/mxc-sdk',
	'extensions/copilot',
	'extensions/mermaid-markdown-features',
];

/** Folders with one native build per system, named like `linux-x64`. */
const BUILDS_PER_SYSTEM = ['node_modules/node-pty/prebuilds', 'node_modules/@vscode/ripgrep-universal/bin'];

export async function slimEditor(installFolder: string, vscodeFolder: string, platform: string): Promise<void> {
	const remove = (path: string) => rm(path, { recursive: true, force: true });

	await Promise.all(UNUSED_PARTS.map(part => remove(join(vscodeFolder, part))));
	for (const folder of BUILDS_PER_SYSTEM) {
		const builds = await namesIn(join(vscodeFolder, folder));
		// A package that names its builds differently keeps all of them: size matters less than a terminal that works.
		if (builds.includes(platform)) {
			const foreign = builds.filter(name => name !== platform && /^(darwin|linux|win32)-/.test(name));
			await Promise.all(foreign.map(name => remove(join(vscodeFolder, folder, name))));
		}
	}
	const modules = join(installFolder, 'node_modules');
	for (const nodePackage of (await namesIn(modules)).filter(name => /^node-(linux|darwin)-/.test(name))) {
		await Promise.all(['include', 'share'].map(part => remove(join(modules, nodePackage, part))));
	}
	const files = await readdir(modules, { recursive: true });
	await Promise.all(files.filter(file => file.endsWith('.map')).map(file => remove(join(modules, file))));
}

async function namesIn(folder: string): Promise<string[]> {
	return readdir(folder).catch(() => []);
}
