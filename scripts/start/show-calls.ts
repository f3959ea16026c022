import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { ARTEFACTS, VERSION } from '../build/artefacts.ts';
import type { Question } from './questions.ts';

interface Show {
	folder: string;
	/** HAWSER_HOME of the window. */
	home: string;
	questions: readonly Question[];
	/** Whether each has to be answered: a project that nobody here knows may have a language that no extension answers for. */
	strict: boolean;
}

/** Does what an agent does: starts the built CLI, speaks MCP over stdio, lists the tools and calls a few. */
export async function showCalls({ folder, home, questions, strict }: Show): Promise<void> {
	const client = new Client({ name: 'npm-start', version: VERSION });
	const inherited = Object.entries(process.env).filter((pair): pair is [string, string] => pair[1] !== undefined);
	const transport = new StdioClientTransport({
		command: process.execPath,
		args: [ARTEFACTS.cli, 'mcp', '--workspace', folder],
		env: { ...Object.fromEntries(inherited), HAWSER_HOME: home },
	});
	await client.connect(transport);
	try {
		const { tools } = await client.listTools();
		console.log(`\nAn agent starts "hawser mcp" and lists its tools (${tools.length}):`);
		console.log(`  ${tools.map(tool => tool.name).join(', ')}`);
		for (const { tool, input, why } of questions) {
			console.log(`\n# ${why}\n> ${tool} ${JSON.stringify(input)}`);
			const startedAt = performance.now();
			const { content, isError } = await client.callTool({ name: tool, arguments: input });
			const text = content.map(part => (part.type === 'text' ? part.text : `(${part.type})`)).join('\n');
			console.log(text.replaceAll(/^/gm, '  '));
			console.log(`  — ${Math.round(performance.now() - startedAt)} ms`);
			if (isError === true && strict) {
				throw new Error(`${tool} failed.`);
			}
		}
	} finally {
		await client.close();
	}
}
