import type { Manifest, PublishedTool } from '@hawser/core/contract/manifest.ts';
import { shellCall } from '../../packages/cli/src/input/shell-call.ts';
import { GENERATED_NOTE, tableRow } from './markdown.ts';

interface ArgumentSchema {
	type?: string;
	enum?: readonly unknown[];
	default?: unknown;
	description?: string;
}

export function toolReference({ tools, toolsets, otherNames }: Manifest): string {
	const chapters = toolsets.map(({ thing, title }) => {
		const sections = tools.filter(tool => tool.thing === thing).map(toolSection);
		return `## ${title} (\`${thing}\`)\n\n${sections.join('\n\n')}`;
	});
	return `# Tools

${GENERATED_NOTE}

The same tools answer over MCP (HTTP and stdio) and in \`hawser call\`. Lines and columns are 1-based. Paths are relative to the workspace
folder, absolute, or \`file:\` URIs. Every tool also takes \`projectRoot\`: the absolute path of the project whose window should answer.

${chapters.join('\n\n')}

## Names of other systems

These can be called on every surface too, with the arguments that the other system has for them.

${otherNameTable(otherNames)}
`;
}

function otherNameTable(otherNames: Manifest['otherNames']): string {
	const rows = otherNames.map(({ name, dialect, tool, inputSchema }) => {
		const names = Object.keys(inputSchema['properties'] as object).filter(argument => argument !== 'projectRoot');
		const shown = names.map(argument => `\`${argument}\``).join(', ');
		return tableRow(`\`${name}\``, dialect, shown, `[\`${tool}\`](#${tool})`);
	});
	return ['| name | of | arguments | answered by |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

/** One row per toolset; tools that agents see only when they ask for the toolset are in parentheses. */
export function toolTable({ tools, toolsets }: Manifest): string {
	const onRequest = tools.filter(({ listed }) => !listed).length;
	const counts = `${tools.length} tools in ${toolsets.length} toolsets. Which of them an agent is shown depends on the agent ([what a model sees](docs/what-a-model-sees.md)); the ${onRequest} in parentheses are shown only if their toolset is named (\`hawser.toolsets\`, \`--toolsets\`). All can be called unless you leave them out.`;
	const rows = toolsets.map(({ thing, title }) => {
		const links = tools
			.filter(tool => tool.thing === thing)
			.map(({ name, listed }) => {
				const link = `[\`${name}\`](docs/tools.md#${name})`;
				return listed ? link : `(${link})`;
			});
		return tableRow(title, links.join(' · '));
	});
	return [counts, '', '| | tools |', '| --- | --- |', ...rows].join('\n');
}

function toolSection(tool: PublishedTool): string {
	const facts = [
		`effect: ${tool.effect}`,
		`time limit: ${tool.timeout / 1000} s`,
		!tool.listed && 'listed only when its toolset is asked for',
		tool.aliases.length > 0 && `also answers to ${tool.aliases.map(alias => `\`${alias}\``).join(', ')}`,
	];
	return `### ${tool.name}

${tool.description}

${argumentTable(tool)}

\`\`\`sh
${shellCall(tool.name, tool.example ?? {})}
\`\`\`

*${facts.filter(Boolean).join(' · ')}*`;
}

function argumentTable({ inputSchema }: PublishedTool): string {
	const properties = inputSchema['properties'] as Record<string, ArgumentSchema>;
	const required = (inputSchema['required'] ?? []) as readonly string[];
	const rows = Object.entries(properties)
		.filter(([name]) => name !== 'projectRoot')
		.map(([name, schema]) =>
			tableRow(`\`${name}\``, typeOf(schema), required.includes(name) ? 'yes' : '', schema.description ?? ''),
		);
	return rows.length === 0
		? 'No arguments.'
		: ['| argument | type | required | |', '| --- | --- | --- | --- |', ...rows].join('\n');
}

function typeOf({ type, enum: values, default: preset }: ArgumentSchema): string {
	const kind = values ? values.map(value => `\`${String(value)}\``).join(', ') : (type ?? '');
	return preset === undefined ? kind : `${kind}, \`${JSON.stringify(preset)}\` unless given`;
}
