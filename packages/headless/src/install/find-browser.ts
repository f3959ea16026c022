import { constants } from 'node:fs';
import { access } from 'node:fs/promises';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { HeadlessError } from '../shared/errors.ts';

const COMMANDS = [
	'chromium',
	'chromium-browser',
	'chromium-headless-shell',
	'google-chrome-stable',
	'google-chrome',
	'chrome',
	'microsoft-edge-stable',
	'microsoft-edge',
];

const MAC_APPLICATIONS = [
	'Google Chrome.app/Contents/MacOS/Google Chrome',
	'Chromium.app/Contents/MacOS/Chromium',
	'Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
	'Google Chrome Canary.app/Contents/MacOS/Google Chrome Canary',
];

/** The browser named by $HAWSER_BROWSER, or undefined. A name that leads nowhere is an error, not a reason to guess. */
export async function browserFromEnvironment(environment = process.env): Promise<string | undefined> {
	const { HAWSER_BROWSER: named } = environment;
	if (!named) {
		return undefined;
	}
	if (!(await isExecutable(named))) {
		throw new HeadlessError('E_NO_BROWSER', `HAWSER_BROWSER is ${named}, which is not an executable file.`, {
			hint: 'Give the full path of a Chromium or Chrome executable, or unset HAWSER_BROWSER.',
		});
	}
	return named;
}

/** A Chromium, Chrome or Edge in one of the usual places. */
export async function findInstalledBrowser(environment = process.env): Promise<string | undefined> {
	for (const candidate of usualPlaces(process.platform, environment)) {
		if (await isExecutable(candidate)) {
			return candidate;
		}
	}
	return undefined;
}

export function usualPlaces(platform: NodeJS.Platform, environment: NodeJS.ProcessEnv): string[] {
	const { PATH = '' } = environment;
	const folders = [...PATH.split(delimiter), '/usr/bin', '/usr/local/bin', '/snap/bin', '/opt/google/chrome'];
	const onPath = folders.filter(Boolean).flatMap(folder => COMMANDS.map(command => join(folder, command)));
	if (platform !== 'darwin') {
		return onPath;
	}
	const applications = ['/Applications', join(homedir(), 'Applications')];
	return [...applications.flatMap(folder => MAC_APPLICATIONS.map(name => join(folder, name))), ...onPath];
}

export function missingBrowser(platform: string): HeadlessError {
	const linux = 'Install one (Debian, Ubuntu: apt install chromium; Fedora: dnf install chromium)';
	const mac = 'Install Google Chrome or Chromium (brew install --cask google-chrome)';
	const message = `No Chromium-based browser was found, and npm has none for ${platform}.`;
	const hint = `${platform.startsWith('darwin') ? mac : linux}, or put the path of one into HAWSER_BROWSER.`;
	return new HeadlessError('E_NO_BROWSER', message, { hint });
}

async function isExecutable(path: string): Promise<boolean> {
	return access(path, constants.X_OK).then(
		() => true,
		() => false,
	);
}
