import { HeadlessError } from '../shared/errors.ts';

/** One VS Code that this library can install. Pinned together: its lock file, stand-ins and arguments were made for exactly these. */
export interface EditorVersion {
	vscode: string;
	codeServer: string;
	/** Node.js that this code-server was made for. */
	node: string;
	/** Folder of `recipe` with its package.json and lock file. */
	recipe: string;
	/** npm has no builds of its terminal and of ripgrep, so those of newer packages take their place. */
	borrowsNativeModules: boolean;
	/** True when its server can be told how long an extension host outlives a page that vanished. */
	hasReconnectionGraceTime: boolean;
}

const CURRENT: EditorVersion = {
	vscode: '1.139.1',
	codeServer: '4.139.1',
	node: '24.21.0',
	recipe: 'editor',
	borrowsNativeModules: false,
	hasReconnectionGraceTime: true,
};

/** The newest first. The oldest is the floor that `engines.vscode` of the extension names. */
export const EDITOR_VERSIONS: readonly EditorVersion[] = [
	CURRENT,
	{
		vscode: '1.103.2',
		codeServer: '4.103.2',
		node: '22.23.3',
		recipe: 'editor-1.103',
		borrowsNativeModules: true,
		hasReconnectionGraceTime: false,
	},
];

export const CHROMIUM_PACKAGE_VERSION = '153.0.0';

/** Raise when the recipe changes, so that folders installed by an older one are not used. */
export const EDITOR_RECIPE_REVISION = 1;
export const BROWSER_RECIPE_REVISION = 1;

export type ProposedApi = 'checked' | 'allowed';

/** The version that was asked for, such as `1.103` or `1.103.2`; without a wish, the one in HAWSER_EDITOR_VERSION or the newest. */
export function chooseEditorVersion(wanted?: string, environment: NodeJS.ProcessEnv = process.env): EditorVersion {
	const name = wanted ?? environment['HAWSER_EDITOR_VERSION'] ?? '';
	if (name === '') {
		return CURRENT;
	}
	const found = EDITOR_VERSIONS.find(({ vscode }) => vscode === name || vscode.replace(/\.\d+$/, '') === name);
	if (found === undefined) {
		const known = EDITOR_VERSIONS.map(({ vscode }) => vscode).join(' and ');
		throw new HeadlessError('E_UNKNOWN_VERSION', `There is no recipe for VS Code ${name}.`, {
			hint: `Ask for one of ${known}, or leave the version out for the newest.`,
		});
	}
	return found;
}

export function editorFolderName({ vscode, node }: EditorVersion, platform: string, proposedApi: ProposedApi): string {
	const variant = proposedApi === 'allowed' ? '-proposed' : '';
	return `vscode-${vscode}-node-${node}-${platform}${variant}-r${EDITOR_RECIPE_REVISION}`;
}

export function browserFolderName(platform: string): string {
	return `chromium-${CHROMIUM_PACKAGE_VERSION}-${platform}-r${BROWSER_RECIPE_REVISION}`;
}
