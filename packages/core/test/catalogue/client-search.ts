import { rankTools } from '../../src/catalogue/rank-tools.ts';
import type { McpTool } from '../../src/contract/mcp-shapes.ts';
import { recordOf, textOf } from '../../src/data/plain-data.ts';

/** A rule by which a client, or we, find tools by words; best first. */
export type SearchRule = (tools: readonly McpTool[], query: string) => readonly string[];

/** The rules of the clients, copied from what they ship, and our own. */
export const SEARCH_RULES: Record<string, SearchRule> = {
	'Claude Code': claudeCode,
	Codex: bm25,
	'Copilot CLI': regularExpression,
	tool_find: (tools, query) =>
		rankTools(
			tools.map(tool => ({ ...tool, searchHint: hintOf(tool) })),
			query,
		).map(({ name }) => name),
};

function hintOf({ _meta }: McpTool): string {
	return textOf(_meta?.['anthropic/searchHint']) ?? '';
}

/** Claude Code 2.1: whole words, in the parts of the name before all; arguments do not count. */
function claudeCode(tools: readonly McpTool[], query: string): readonly string[] {
	const words = query.toLowerCase().split(/\s+/).filter(Boolean);
	return best(tools, tool => {
		const coarse = ['hawser', tool.name];
		const parts = coarse.flatMap(part => part.split(/[\s_.]+/));
		const hint = hintOf(tool).toLowerCase();
		const description = tool.description.toLowerCase();
		let score = 0;
		for (const word of words) {
			score += parts.includes(word) ? 12 : parts.some(part => part.includes(word)) ? 6 : 0;
			score += coarse.includes(word) ? 12 : coarse.some(part => part.includes(word)) ? 4 : 0;
			score += score === 0 && parts.join(' ').includes(word) ? 3 : 0;
			const whole = wholeWord(word);
			score += whole.test(hint) ? 4 : 0;
			score += whole.test(description) ? 2 : 0;
		}
		return score;
	});
}

function wholeWord(word: string): RegExp {
	return new RegExp(`\\b${word.replace(/[^\w]/g, '\\$&')}\\b`);
}

/** Codex with tool_search: BM25 on name, description, and names and texts of the arguments, with stems. */
function bm25(tools: readonly McpTool[], query: string): readonly string[] {
	const [k1, b] = [1.2, 0.75];
	const documents = new Map(tools.map(tool => [tool, stems(wholeText(tool))]));
	const average = [...documents.values()].reduce((sum, words) => sum + words.length, 0) / tools.length;
	const holding = (word: string) => [...documents.values()].filter(words => words.includes(word)).length;
	const rarity = new Map(
		stems(query).map(word => {
			const found = holding(word);
			return [word, Math.log(1 + (tools.length - found + 0.5) / (found + 0.5))];
		}),
	);
	return best(tools, tool => {
		const words = documents.get(tool) ?? [];
		return [...rarity].reduce((sum, [word, rare]) => {
			const count = words.filter(other => other === word).length;
			return sum + (rare * count * (k1 + 1)) / (count + k1 * (1 - b + (b * words.length) / average));
		}, 0);
	});
}

/** Copilot CLI: a regular expression on name, description and arguments; a model writes the words as alternatives. */
function regularExpression(tools: readonly McpTool[], query: string): readonly string[] {
	const words = [...new Set(stems(query))];
	return best(tools, tool => {
		const text = wholeText(tool).toLowerCase();
		return (
			words.filter(word => text.includes(word)).length + words.filter(word => tool.name.includes(word)).length / 10
		);
	});
}

function wholeText({ name, title, description, inputSchema }: McpTool): string {
	const fields = Object.entries(recordOf(inputSchema['properties']));
	const texts = fields.map(([field, schema]) => `${field} ${textOf(recordOf(schema)['description']) ?? ''}`);
	return [name.replaceAll('_', ' '), title, description, ...texts].join(' ');
}

const STOP_WORDS = new Set(
	'a an and are as at be by for from in is it of on or that the this to was what with'.split(' '),
);

function stems(text: string): string[] {
	return text
		.toLowerCase()
		.split(/[^a-z0-9]+/)
		.filter(word => word !== '' && !STOP_WORDS.has(word))
		.map(word => (word.length > 4 ? word.replace(/(?:ing|ed|es|s|e)$/, '') : word.replace(/(?<=..)s$/, '')));
}

function best(tools: readonly McpTool[], score: (tool: McpTool) => number): readonly string[] {
	return tools
		.map(tool => ({ name: tool.name, score: score(tool) }))
		.filter(found => found.score > 0)
		.sort((left, right) => right.score - left.score)
		.map(({ name }) => name);
}
