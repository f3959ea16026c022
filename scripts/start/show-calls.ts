import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import { ARTEFACTS, VERSION } from '../build/artefacts.ts';

interface Question {
	tool: string;
	input: Record<string, unknown>;
	/** What it shows. */
	why: string;
}

const SAMPLE_QUESTIONS: readonly Question[] = [
	{ tool: 'window_status', input: {}, why: 'Which window answers?' },
	{
		tool: 'diagnostic_list',
		input: { path: 'src/checkout.ts' },
		why: 'The window opened a moment ago and has never shown this file. Does it know the type error?',
	},
	{
		tool: 'symbol_references',
		input: { path: 'src/cart.ts', symbol: 'addTax' },
		why: 'Who uses addTax? The language server, not grep, says so.',
	},
	{ tool: 'symbol_outline', input: { path: 'src/cart.ts' }, why: 'What is in this file?' },
	{ tool: 'file_read', input: { path: 'src/cart.ts', startLine: 11, endLine: 22 }, why: 'Then only that part of it.' },
];

const GENERAL_QUESTIONS: readonly Question[] = [
	{ tool: 'window_status', input: {}, why: 'Which window answers?' },
	{ tool: 'window_list', input: {}, why: 'Which windows are there?' },
	{ tool: 'diagnostic_list', input: {}, why: 'What does the editor know of problems?' },
];

/** Does what an agent does: starts the built CLI, speaks MCP over stdio, lists the tools and calls a few. */
export async function showCalls(folder: string, isSample: boolean): Promise<void> {
	const client = new Client({ name: 'npm-start', version: VERSION });
	const transport = new StdioClientTransport({
		command: process.execPath,
		args: [ARTEFACTS.cli, 'mcp', '--workspace', folder],
		env: Object.fromEntries(
			Object.entries(process.env).filter((pair): pair is [string, string] => pair[1] !== undefined),
		),
	});
	await client.connect(transport);
	try {
		const { tools } = await client.listTools();
		console.log(`\nAn agent starts "hawser mcp" and lists its tools (${tools.length}):`);
		console.log(`  ${tools.map(tool => tool.name).join(', ')}`);
		for (const { tool, input, why } of isSample ? SAMPLE_QUESTIONS : GENERAL_QUESTIONS) {
			console.log(`\n# ${why}\n> ${tool} ${JSON.stringify(input)}`);
			const startedAt = performance.now();
			const { content, isError } = await client.callTool({ name: tool, arguments: input });
			const text = content.map(part => (part.type === 'text' ? part.text : `(${part.type})`)).join('\n');
			console.log(text.replaceAll(/^/gm, '  '));
			console.log(`  — ${Math.round(performance.now() - startedAt)} ms`);
			if (isError === true) {
				throw new Error(`${tool} failed.`);
			}
		}
	} finally {
		await client.close();
	}
}
