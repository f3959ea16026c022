import { expect, test } from 'vitest';
import { userSettings } from '../src/settings.ts';

test('the quiet set leaves alone what an extension has to cope with', () => {
	const names = Object.keys(userSettings());
	expect(names).toContain('telemetry.telemetryLevel');
	for (const name of names) {
		expect(name).not.toMatch(/updateImportsOnFileMove|refactoring\.autoSave|useSyntaxServer|enablePreview|trust/);
	}
});

test('files are not saved behind the back of a test', () => {
	expect(userSettings()).toHaveProperty(['files.autoSave'], 'off');
});

test('the caller wins, and undefined takes a setting away', () => {
	const settings = userSettings({ 'files.autoSave': 'afterDelay', 'update.mode': undefined, 'editor.tabSize': 3 });
	expect(settings).toHaveProperty(['files.autoSave'], 'afterDelay');
	expect(settings).toHaveProperty(['editor.tabSize'], 3);
	expect(settings).not.toHaveProperty(['update.mode']);
});
