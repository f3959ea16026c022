import {
	type DialectFormat,
	withoutProjectRoot,
	withRequiredProjectRoot,
} from '@hawser/core/contract/dialect-format.ts';
import { toDialectResult } from '@hawser/core/contract/dialect-result.ts';
import type { PublishedName } from '@hawser/core/contract/manifest.ts';
import type { McpTool } from '@hawser/core/contract/mcp-shapes.ts';
import { dialectFormats } from '@hawser/core/dialects/formats.ts';
import { ToolError } from '@hawser/core/errors/tool-error.ts';
import { unknownTool } from '@hawser/core/input/unknown-tool.ts';
import { findTool, manifest } from '../tools/published-tools.ts';
import type { ToolHost } from './tool-host.ts';
import { type WindowCallsOptions, windowCalls } from './window-calls.ts';

/** The tools of another system and no others, under its names, answered in its words. */
export function dialectToolHost(dialect: string, options: WindowCallsOptions): ToolHost {
	const format = requireFormat(dialect);
	const names = manifest.otherNames.filter(name => name.dialect === dialect);
	const isGiven = ({ name }: PublishedName) => {
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
		listTools: () => names.filter(isGiven).flatMap(name => listed(name, format)),
		findTool(name) {
			const tool = names.some(known => known.name === name) ? findTool(name) : undefined;
			if (tool === undefined) {
				const known = names.map(other => other.name);
				return { unknown: calls.refuse(unknownTool(name, known)) };
			}
			return async (input, given) => {
				const missing = format.requiresProjectRoot && typeof input['projectRoot'] !== 'string';
				const reply = missing
					? calls.refuse(new ToolError('E_INVALID_PARAMS', 'projectRoot must be an absolute path.'))
					: await calls.call(name, tool, input, given);
				return toDialectResult(format, name, input, reply);
			};
		},
	};
}

function requireFormat(dialect: string): DialectFormat {
	const format = dialectFormats[dialect];
	if (format === undefined) {
		throw new ToolError('E_INVALID_PARAMS', `There is no dialect "${dialect}".`, {
			hint: `The dialects are: ${Object.keys(dialectFormats).join(', ')}.`,
		});
	}
	return format;
}

function listed(other: PublishedName, { requiresProjectRoot }: DialectFormat): McpTool[] {
	const { name, tool, title = name, description = '' } = other;
	const inputSchema = (requiresProjectRoot ? withRequiredProjectRoot : withoutProjectRoot)(other.inputSchema);
	const annotations = findTool(tool)?.annotations;
	return annotations === undefined ? [] : [{ name, title, description, inputSchema, annotations }];
}
