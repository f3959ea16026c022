import type { DialectFormat } from '@hawser/core/contract/dialect-format.ts';
import { dialectTools } from '@hawser/core/contract/dialect-tools.ts';
import { DIALECT_NAMES } from '@hawser/core/dialects/dialect-names.ts';
import { dialectFormats } from '@hawser/core/dialects/formats.ts';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import { unknownTool } from '@hawser/core/input/unknown-tool.ts';
import { manifest } from '../tools/published-tools.ts';
import type { ToolHost } from './tool-host.ts';
import { type WindowCallsOptions, windowCalls } from './window-calls.ts';

/** The tools of another system and no others, under its names, answered in its words. */
export function dialectToolHost(dialect: string, options: WindowCallsOptions): ToolHost {
	const format = requireFormat(dialect);
	const tools = dialectTools(dialect, format, manifest);
	const isGiven = (name: string) => {
		try {
			options.limits(name, undefined);
			return true;
		} catch {
			return false;
		}
	};
	const calls = windowCalls(options);
	return {
		serverInfo: format.server,
		listChanged: false,
		listTools: () => tools.list(isGiven),
		findTool(name) {
			const tool = tools.answeringTool(name);
			if (tool === undefined) {
				return { unknown: calls.refuse(unknownTool(name, tools.names)) };
			}
			return async (input, given) => {
				const missing = format.requiresProjectRoot && typeof input['projectRoot'] !== 'string';
				const reply = missing
					? calls.refuse(new ToolError('E_INVALID_PARAMS', 'projectRoot must be an absolute path.'))
					: await calls.call(name, tool, input, given);
				return tools.result(name, input, reply);
			};
		},
	};
}

function requireFormat(dialect: string): DialectFormat {
	const name = DIALECT_NAMES.find(known => known === dialect);
	if (name === undefined) {
		throw new ToolError('E_INVALID_PARAMS', `There is no dialect "${dialect}".`, {
			hint: `The dialects are: ${DIALECT_NAMES.join(', ')}.`,
		});
	}
	return dialectFormats[name];
}
