import { ToolError } from '@hawser/core/errors/tool-error.ts';
import { type Arguments, usageHint } from '../input/arguments.ts';
import { run as call } from './call.ts';

/** Ids as `hawser changes` shows them; everything else is a path. */
const ID = /^[0-9a-z]{6,12}-[0-9a-f]{8}$/;

export function run({ positionals, options }: Arguments): Promise<number> {
	const ids = positionals.filter(word => ID.test(word));
	const [path, ...more] = positionals.filter(word => !ID.test(word));
	if (more.length > 0 || (ids.length > 0 && path !== undefined) || (positionals.length === 0 && !options.all)) {
		throw new ToolError('E_INVALID_PARAMS', 'Say what to take back: ids of "hawser changes", one path, or --all.', {
			hint: usageHint('undo'),
		});
	}
	const input = {
		...(ids.length > 0 && { ids }),
		...(path !== undefined && { path }),
		...(options.all && { all: true }),
	};
	return call({ positionals: ['change_undo', JSON.stringify(input)], options });
}
