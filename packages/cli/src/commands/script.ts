/** VSC-Bridge's users know tools as scripts, `debug.step-over` for `debug_step_over`; everything else is as with `call`. */
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import { type Arguments, usageHint } from '../input/arguments.ts';
import { alignColumns, print, printJson } from '../terminal/terminal.ts';
import { manifest } from '../tools/published-tools.ts';
import { run as runCall } from './call.ts';
import { run as runTools } from './tools.ts';

export function run(parsed: Arguments): number | Promise<number> {
	const [action, alias, ...words] = parsed.positionals;
	const { options } = parsed;
	switch (action) {
		case 'list':
			return listScripts(options.json);
		case 'info':
			return runTools({ options, positionals: [toToolName(alias)] });
		case 'run':
			return runCall({ options, positionals: [toToolName(alias), ...words, ...options.params] });
		case undefined:
		default:
			throw new ToolError('E_INVALID_PARAMS', 'Say what to do: "list", "info" or "run".', {
				hint: usageHint('script'),
			});
	}
}

function listScripts(json: boolean): number {
	const scripts = manifest.tools.map(({ name, title }) => ({ alias: toAlias(name), title }));
	if (json) {
		printJson(scripts);
	} else {
		print(alignColumns(scripts.map(({ alias, title }) => [alias, title])));
	}
	return 0;
}

function toToolName(alias: string | undefined): string {
	if (alias === undefined) {
		throw new ToolError('E_INVALID_PARAMS', 'Which script? Name it, such as debug.status.', {
			hint: usageHint('script'),
		});
	}
	return alias.replaceAll(/[.-]/g, '_');
}

function toAlias(name: string): string {
	return name.replace('_', '.').replaceAll('_', '-');
}
