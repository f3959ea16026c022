import type { AsksUser } from '../contract/tool.ts';
import { protectionOfCommand } from '../protection/protected-commands.ts';
import { protectionOf } from '../protection/protected-paths.ts';
import { protectionOfSetting } from '../protection/protected-settings.ts';

/**
 * True when the window itself will certainly ask the user about this call. Then nobody else must ask as well. Only what is
 * certain counts: where both ask, the user is asked twice, where neither does, not at all.
 */
export function asksByItself(asksUser: AsksUser | undefined, input: unknown): boolean {
	const values: Partial<Record<string, unknown>> = typeof input === 'object' ? { ...input } : {};
	if (asksUser === 'always') {
		return true;
	}
	return Object.entries(asksUser ?? {}).some(([name, kind]) => {
		const value = values[name];
		return typeof value === 'string' && IS_PROTECTED[kind](value);
	});
}

const IS_PROTECTED = {
	path: isCertainlyProtected,
	command: (id: string) => protectionOfCommand(id) !== undefined,
	setting: (key: string) => protectionOfSetting(key, false) !== undefined,
};

/** A path that leads up or starts elsewhere may end at a file that is not protected. */
function isCertainlyProtected(path: string): boolean {
	return /^(?:\.\/)?\.?\w/.test(path) && !/\.\.|:/.test(path) && protectionOf(path) !== undefined;
}
