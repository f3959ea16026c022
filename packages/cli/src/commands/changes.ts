import type { Arguments } from '../input/arguments.ts';
import { run as call } from './call.ts';

/** `hawser changes [PATH]`: from a shell, which is the user's, the changes of all agents. */
export function run({ positionals: [path], options }: Arguments): Promise<number> {
	return call({ positionals: ['change_list', JSON.stringify({ ...(path !== undefined && { path }) })], options });
}
