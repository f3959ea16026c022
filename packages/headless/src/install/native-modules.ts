import { chmod, copyFile, cp, mkdir, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { EditorVersion } from './versions.ts';

const RECIPES = join(import.meta.dirname, '../../recipe');

/** Puts what runs without a compiler in the place of native modules that npm has no build of. */
export async function replaceNativeModules(
	{ recipe, borrowsNativeModules }: EditorVersion,
	installFolder: string,
	platform: string,
): Promise<void> {
	const modules = join(installFolder, 'node_modules');
	const own = join(modules, 'code-server/lib/vscode/node_modules');
	await copyFile(join(RECIPES, 'editor/spdlog.js'), join(own, '@vscode/spdlog/index.js'));
	const watchdog = borrowsNativeModules ? 'native-watchdog' : '@vscode/native-watchdog';
	await copyFile(join(RECIPES, 'editor/native-watchdog.js'), join(own, watchdog, 'index.js'));
	if (!borrowsNativeModules) {
		return;
	}
	await copyFile(join(RECIPES, recipe, 'argon2.js'), join(modules, 'argon2/argon2.js'));
	await rm(join(own, 'node-pty'), { recursive: true });
	await cp(join(modules, 'node-pty'), join(own, 'node-pty'), { recursive: true });
	const ripgrep = join(own, '@vscode/ripgrep/bin/rg');
	await mkdir(dirname(ripgrep), { recursive: true });
	await copyFile(join(modules, '@vscode/ripgrep-universal/bin', platform, 'rg'), ripgrep);
	await chmod(ripgrep, 0o755);
	for (const borrowed of ['node-pty', '@vscode/ripgrep-universal']) {
		await rm(join(modules, borrowed), { recursive: true });
	}
}
