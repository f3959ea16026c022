/** Pinned together: the patch, the stand-ins and the lock files were made for exactly these. */
export const VSCODE_VERSION = '1.139.1';
export const CODE_SERVER_VERSION = '4.139.1';
export const NODE_VERSION = '24.21.0';
export const CHROMIUM_PACKAGE_VERSION = '153.0.0';

/** Raise when the recipe changes, so that folders installed by an older one are not used. */
export const EDITOR_RECIPE_REVISION = 1;
export const BROWSER_RECIPE_REVISION = 1;

export type ProposedApi = 'checked' | 'allowed';

export function editorFolderName(platform: string, proposedApi: ProposedApi): string {
	const variant = proposedApi === 'allowed' ? '-proposed' : '';
	return `vscode-${VSCODE_VERSION}-node-${NODE_VERSION}-${platform}${variant}-r${EDITOR_RECIPE_REVISION}`;
}

export function browserFolderName(platform: string): string {
	return `chromium-${CHROMIUM_PACKAGE_VERSION}-${platform}-r${BROWSER_RECIPE_REVISION}`;
}
