import type { Dialect } from '../contract/dialect.ts';
import type { DynamicToolset } from '../contract/dynamic-tools.ts';
import { type PublishedTool, publishTool } from '../contract/manifest.ts';
import { isDynamicName } from '../contract/names.ts';
import type { PreparedCall, Tool } from '../contract/tool.ts';
import type { Toolset } from '../contract/toolset.ts';
import { unknownTool } from '../input/unknown-tool.ts';
import type { Ports } from '../ports/ports.ts';
import { type LimitedTool, unknownDynamicTool } from './window-limits.ts';

interface Entry {
	tool: Tool;
	published: PublishedTool;
}

interface OtherName {
	dialect: Dialect;
	other: Dialect['names'][number];
}

/** All names that are answered, and the tools behind them. */
export interface ToolRegistry {
	/** Also those that come and go. */
	tools(): readonly PublishedTool[];
	/** True for the name or alias of a tool that is always there. */
	isOwn(name: string): boolean;
	/** The tool's own name for an alias; any other name as it is. */
	ownName(name: string): string;
	/** A name of another system. */
	otherName(name: string): OtherName | undefined;
	/** Throws for a name that cannot be of a tool, here or in another window. */
	requireName(name: string): void;
	/** The tool that is always there under this name; throws where there is none. */
	own(name: string): PublishedTool;
	/** The tool that answers to this name as a rule. */
	find(name: string): PublishedTool | undefined;
	/** The tool and its arguments that a call means, be it in our words or in those of another system. */
	understand(name: string, input: Record<string, unknown>, ports: Ports): Entry & { prepared: PreparedCall };
	/**
	 * The tools that a name can mean in another window. A name of another system may become one of several tools there, by what is open in
	 * that window, so each of them counts.
	 */
	meanings(name: string): readonly LimitedTool[];
	/** Looks for tools that have come, changed or gone without anybody saying so. */
	refresh(): Promise<void>;
}

export function createToolRegistry({
	toolsets,
	dialects = [],
	dynamic = [],
}: {
	toolsets: readonly Toolset[];
	dialects?: readonly Dialect[] | undefined;
	dynamic?: readonly DynamicToolset[] | undefined;
}): ToolRegistry {
	const entries = toolsets.flatMap(entriesOf);
	const dynamicEntries = followDynamic(dynamic);
	const byName = new Map(
		entries.flatMap(entry => [entry.tool.name, ...(entry.tool.aliases ?? [])].map(name => [name, entry] as const)),
	);
	const otherNames = new Map(
		dialects.flatMap(dialect => dialect.names.map(other => [other.name, { other, dialect }] as const)),
	);

	const findEntry = (name: string): Entry | undefined =>
		isDynamicName(name) ? dynamicEntries().find(({ tool }) => tool.name === name) : byName.get(name);

	const noSuchTool = (name: string): never => {
		throw unknownTool(name, [...byName.keys(), ...otherNames.keys(), ...dynamicEntries().map(({ tool }) => tool.name)]);
	};

	const own = (name: string): PublishedTool => (byName.get(name) ?? noSuchTool(name)).published;

	return {
		tools: () => [...entries, ...dynamicEntries()].map(({ published }) => published),
		isOwn: name => byName.has(name),
		ownName: name => byName.get(name)?.tool.name ?? name,
		otherName: name => otherNames.get(name),
		requireName(name) {
			// What another window has of its own, only that window knows.
			if (!byName.has(name) && !otherNames.has(name) && !isDynamicName(name)) {
				noSuchTool(name);
			}
		},
		own,
		find: name => findEntry(otherNames.get(name)?.other.tools[0] ?? name)?.published,
		understand(name, input, ports) {
			const call = otherNames.get(name)?.other.translate(input, ports) ?? { tool: name, input };
			const entry = findEntry(call.tool) ?? noSuchTool(name);
			return { ...entry, prepared: entry.tool.prepare(call.input) };
		},
		meanings(name) {
			const names = otherNames.get(name)?.other.tools ?? [name];
			// A tool of the same name here may be quite another one.
			return names.map(meant => (isDynamicName(meant) ? unknownDynamicTool(meant) : own(meant)));
		},
		async refresh() {
			await Promise.all(dynamic.map(async toolset => toolset.refresh?.()));
		},
	};
}

function entriesOf(toolset: Toolset): readonly Entry[] {
	return toolset.tools.map(tool => ({ tool, published: publishTool(tool, toolset) }));
}

/** Publishes the tools of each toolset anew only when they have changed. */
function followDynamic(toolsets: readonly DynamicToolset[]): () => readonly Entry[] {
	const published = new WeakMap<readonly Tool[], readonly Entry[]>();
	return () =>
		toolsets.flatMap(toolset => {
			const entries = published.get(toolset.tools) ?? entriesOf(toolset);
			published.set(toolset.tools, entries);
			return entries;
		});
}
