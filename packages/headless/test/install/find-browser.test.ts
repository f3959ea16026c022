import { expect, test } from 'vitest';
import { browserFromEnvironment, missingBrowser, usualPlaces } from '../../src/install/find-browser.ts';

test('HAWSER_BROWSER is taken at its word', async () => {
	expect(await browserFromEnvironment({})).toBeUndefined();
	expect(await browserFromEnvironment({ HAWSER_BROWSER: process.execPath })).toBe(process.execPath);
	const wrong = browserFromEnvironment({ HAWSER_BROWSER: '/nowhere/chrome' });
	await expect(wrong).rejects.toMatchObject({ code: 'E_NO_BROWSER' });
	await expect(wrong).rejects.toThrow('/nowhere/chrome');
});

test('the PATH comes first, then the usual folders', () => {
	const places = usualPlaces('linux', { PATH: '/mine' });
	expect(places[0]).toBe('/mine/chromium');
	expect(places).toContain('/usr/bin/google-chrome-stable');
	expect(usualPlaces('darwin', {})[0]).toMatch(/^\/Applications\/Google Chrome\.app/);
});

test('the error says what to install', () => {
	expect(missingBrowser('linux-arm64').message).toMatch(/apt install chromium.*HAWSER_BROWSER/);
	expect(missingBrowser('darwin-arm64').message).toMatch(/Google Chrome.*HAWSER_BROWSER/);
});
