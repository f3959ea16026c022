import type { Toolset } from '../../contract/toolset.ts';
import { editorContext } from './editor-context.ts';
import { editorOpen } from './editor-open.ts';

export const editorToolset: Toolset = {
	thing: 'editor',
	title: 'Editor',
	onByDefault: true,
	instructions: 'Editor: editor_context tells what the person sees and has selected; editor_open shows them a place.',
	tools: [editorContext, editorOpen],
};
