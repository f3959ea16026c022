import type { Page } from 'playwright-core';

/** 'trusted' opens every folder without a question; 'ask' is what a user meets: restricted mode until the folder is trusted. */
export type Trust = 'trusted' | 'ask';

/**
 * Gives one page another answer than its server's, so that trusted and restricted windows can be open together. The
 * workbench reads its options from an attribute in the page; the observer runs before any script of the page does.
 * Answering the request from here instead would not work: Chromium takes such a page for a foreign one and blocks its
 * connections to 127.0.0.1.
 */
export async function overruleTrust(page: Page, trust: Trust): Promise<void> {
	await page.addInitScript(`
		new MutationObserver((_changes, observer) => {
			const options = document.getElementById('vscode-workbench-web-configuration');
			if (options) {
				const settings = JSON.parse(options.dataset.settings);
				options.dataset.settings = JSON.stringify({ ...settings, enableWorkspaceTrust: ${trust === 'ask'} });
				observer.disconnect();
			}
		}).observe(document, { childList: true, subtree: true });
	`);
}
