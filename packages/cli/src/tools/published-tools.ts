import type { Manifest, PublishedTool } from '@hawser/core/contract/manifest.ts';
import type { ToolError } from '@hawser/core/errors/tool-error.ts';
import { unknownTool } from '@hawser/core/input/unknown-tool.ts';
import generated from '../generated/manifest.json' with { type: 'json' };

function isManifest(value: object): value is Manifest {
	return 'version' in value && 'tools' in value && Array.isArray(value.tools);
}

function readManifest(value: object): Manifest {
	if (!isManifest(value)) {
		throw new TypeError('The list of tools in this program is damaged.');
	}
	return value;
}

/** Every tool of this version; known without a window. */
export const manifest: Manifest = readManifest(generated);

let byName: Map<string, PublishedTool> | undefined;

/** By its name, an alias, or the name that another system has for it, with that system's arguments. */
export function findTool(name: string): PublishedTool | undefined {
	byName ??= new Map(manifest.tools.flatMap(tool => [tool.name, ...tool.aliases].map(known => [known, tool])));
	const other = manifest.otherNames.find(known => known.name === name);
	const tool = byName.get(other?.tool ?? name);
	// Which of another system's arguments are paths, and where they start, is its own business.
	return tool && other ? { ...tool, inputSchema: other.inputSchema, pathArguments: [] } : tool;
}

/** The error about a tool that does not exist. */
export function noSuchTool(name: string): ToolError {
	return unknownTool(name, [
		...manifest.tools.flatMap(tool => [tool.name, ...tool.aliases]),
		...manifest.otherNames.map(other => other.name),
	]);
}
