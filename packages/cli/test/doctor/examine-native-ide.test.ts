import { expect, test } from 'vitest';
import { examineNativeIde } from '../../src/doctor/examine-native-ide.ts';

test('doctor says which agents find a window by their own protocols, and why others do not', () => {
	const nativeIde = [
		{ agent: 'claude', title: 'Claude Code', state: 'ready', connected: 2 },
		{ agent: 'gemini', title: 'Gemini CLI', state: 'ready', connected: 0 },
		{ agent: 'qwen', title: 'Qwen Code', state: 'absent', reason: 'Qwen Code has not been used.', connected: 0 },
		{ agent: 'copilot', title: 'Copilot CLI', state: 'stands_down', reason: 'Its extension serves it.', connected: 0 },
	];
	expect(examineNativeIde('The window /shop (1)', { nativeIde })).toEqual([
		{
			level: 'ok',
			what: 'The window /shop (1) is found by the IDE protocols of Claude Code (2 connected), Gemini CLI: selection, diffs and problems, nothing to set up.',
		},
		{
			level: 'ok',
			what: 'Copilot CLI does not find the window /shop (1) by its own IDE protocol.',
			why: 'Its extension serves it.',
		},
	]);
	const failed = [{ agent: 'claude', title: 'Claude Code', state: 'failed', reason: 'EACCES', connected: 0 }];
	expect(examineNativeIde('The window', { nativeIde: failed })).toMatchObject([{ level: 'warning', why: 'EACCES' }]);
	// A window with an older version says nothing of it.
	expect(examineNativeIde('The window', {})).toEqual([]);
});
