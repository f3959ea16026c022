import { type DialectCall, type DialectFormat, withoutProjectRoot, withRequiredProjectRoot } from './dialect-format.ts';
import { toDialectResult } from './dialect-result.ts';
import { behaviourHints, worstEffect } from './effects.ts';
import type { Reply } from './envelope.ts';
import type { Manifest, PublishedName, PublishedTool } from './manifest.ts';
import { type McpTool, type McpToolResult, toMcpResult, toMcpTool } from './mcp-shapes.ts';

/** The tools of another system as an MCP server lists and answers them, whichever transport it is on. */
export interface DialectTools {
	/** Every name, in the order of the other system. */
	readonly names: readonly string[];
	/** The tool of ours that answers as a rule. */
	answeringTool(name: string): PublishedTool | undefined;
	list(isGiven: (name: string) => boolean): readonly McpTool[];
	/** The reply in the other system's words. */
	result(name: string, input: DialectCall['input'], reply: Reply): McpToolResult;
}

export function dialectTools(
	dialect: string,
	format: DialectFormat,
	{ tools, otherNames }: Pick<Manifest, 'tools' | 'otherNames'>,
): DialectTools {
	const { shares } = format;
	const isShared = (other: PublishedName) => other.dialect === shares?.dialect && shares.names.includes(other.name);
	const others = new Map(
		otherNames.filter(other => other.dialect === dialect || isShared(other)).map(other => [other.name, other]),
	);
	const own = format.ownNames ?? [];
	const findOwn = (name: string) => tools.find(tool => tool.name === name || tool.aliases.includes(name));
	const answeringTool = (name: string) => {
		const other = others.get(name);
		return other ? findOwn(other.tool) : own.includes(name) ? findOwn(name) : undefined;
	};
	const names = [...own, ...others.keys()];
	return {
		names,
		answeringTool,
		list: isGiven =>
			names.filter(isGiven).flatMap(name => {
				const tool = answeringTool(name);
				const other = others.get(name);
				if (tool === undefined) {
					return [];
				}
				const answering = [tool, ...(other?.moreTools ?? []).flatMap(more => findOwn(more) ?? [])];
				return [other ? listed(other, answering, format) : { ...toMcpTool(tool), name }];
			}),
		result(name, input, reply) {
			const tool = format.answersAsOurs ? answeringTool(name) : undefined;
			return tool ? toMcpResult(reply, tool) : toDialectResult(format, name, input, reply);
		},
	};
}

function listed(
	other: PublishedName,
	answering: readonly PublishedTool[],
	{ requiresProjectRoot }: DialectFormat,
): McpTool {
	const { name, title = name, description = '' } = other;
	const annotations = behaviourHints(worstEffect(answering.map(({ effect }) => effect)));
	const inputSchema = (requiresProjectRoot ? withRequiredProjectRoot : withoutProjectRoot)(other.inputSchema);
	return { name, title, description, inputSchema, annotations };
}
