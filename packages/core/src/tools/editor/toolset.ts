import type { Toolset } from '../../contract/toolset.ts';
import { editorContext } from './editor-context.ts';
import { editorNotify } from './editor-notify.ts';
import { editorOpen } from './editor-open.ts';
import { editorReplaceSelection } from './editor-replace-selection.ts';
import { editorShowDiff } from './editor-show-diff.ts';
import { editorShowTestingUi } from './editor-show-testing-ui.ts';

export const editorToolset: Toolset = {
	thing: 'editor',
	title: 'Editor',
	onByDefault: true,
	instructions:
		'Editor: editor_context tells what the user sees and has selected; editor_open shows them a place; editor_show_diff lets them decide on a change.',
	tools: [editorContext, editorOpen, editorReplaceSelection, editorShowDiff, editorNotify, editorShowTestingUi],
};
