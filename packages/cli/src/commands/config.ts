/** The settings of Hawser are those of VS Code; this reads and changes them in the words of `vscb config`. */
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import { hawserHome } from '@hawser/link/home.ts';
import { type Arguments, usageHint } from '../input/arguments.ts';
import { print, printJson } from '../terminal/terminal.ts';
import { run as runCall } from './call.ts';

export function run({ positionals: [action, key, value], options }: Arguments): number | Promise<number> {
	if (action === undefined) {
		const home = hawserHome();
		if (options.json) {
			printJson({ home });
		} else {
			print(`Settings: hawser.* in VS Code (hawser config get KEY).\nState of this user: ${home}`);
		}
		return 0;
	}
	const call = (tool: string, input: object) => runCall({ options, positionals: [tool, JSON.stringify(input)] });
	const name = settingName(key);
	switch (action) {
		case 'get':
			return call('setting_get', { key: name });
		case 'set':
			if (value === undefined) {
				throw usage(`To which value? Give it after ${name}.`);
			}
			return call('setting_set', { key: name, value: readValue(value), scope: 'user' });
		case 'reset':
			return call('setting_set', { key: name, reset: true, scope: 'user' });
		default:
			throw usage('Say what to do: "get", "set" or "reset".');
	}
}

function settingName(key: string | undefined): string {
	if (key === undefined) {
		throw usage('Which setting? Name it, such as port.');
	}
	return key.startsWith('hawser.') ? key : `hawser.${key}`;
}

/** A text that is no JSON is meant as it stands. */
function readValue(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

function usage(message: string): ToolError {
	return new ToolError('E_INVALID_PARAMS', message, { hint: usageHint('config') });
}
