import { protectionOfCommand } from '@hawser/core/protection/protected-commands.ts';
import { protectionOf } from '@hawser/core/protection/protected-paths.ts';
import { protectionOfSetting } from '@hawser/core/protection/protected-settings.ts';

type Input = Partial<Record<string, unknown>>;

const FILE_TOOLS: Partial<Record<string, readonly string[]>> = {
	file_write: ['path'],
	file_edit: ['path'],
	file_delete: ['path'],
	file_rename: ['from', 'to'],
};

/**
 * Whether the window itself will ask the user about this call, with a question that no setting of the chat can answer. Then
 * the chat must not ask as well. Only what is certain counts: where both ask, the user is asked twice, where neither
 * does, not at all.
 */
export function asksByItself(tool: string, input: unknown): boolean {
	const values: Input = typeof input === 'object' ? { ...input } : {};
	switch (tool) {
		case 'database_execute':
			return true;
		case 'command_run':
			return isText(values['id']) && protectionOfCommand(values['id']) !== undefined;
		case 'setting_set':
			return isText(values['key']) && protectionOfSetting(values['key'], false) !== undefined;
		default:
			return (FILE_TOOLS[tool] ?? []).some(name => isCertainlyProtected(values[name]));
	}
}

/** A path that leads up or starts elsewhere may end at a file that is not protected. */
function isCertainlyProtected(path: unknown): boolean {
	return isText(path) && /^(?:\.\/)?\.?\w/.test(path) && !/\.\.|:/.test(path) && protectionOf(path) !== undefined;
}

function isText(value: unknown): value is string {
	return typeof value === 'string';
}
