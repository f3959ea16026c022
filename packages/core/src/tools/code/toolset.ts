import type { Toolset } from '../../contract/toolset.ts';
import { codeActionApply } from './code-action-apply.ts';
import { codeActions } from './code-actions.ts';
import { codeCompletions } from './code-completions.ts';
import { codeFormat } from './code-format.ts';
import { codeInlayHints } from './code-inlay-hints.ts';
import { codeOrganizeImports } from './code-organize-imports.ts';

export const codeToolset: Toolset = {
	thing: 'code',
	title: 'Quick fixes, refactorings and formatting',
	onByDefault: true,
	instructions: 'Code: code_actions lists quick fixes and refactorings for a place, code_action_apply makes one.',
	tools: [codeActions, codeActionApply, codeFormat, codeOrganizeImports, codeCompletions, codeInlayHints],
};
