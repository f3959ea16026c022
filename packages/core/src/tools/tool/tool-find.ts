import { z } from 'zod';
import { findTools, renderFoundTools } from '../../catalogue/found-tools.ts';
import { defineTool } from '../../contract/tool.ts';

export const toolFind = defineTool({
	name: 'tool_find',
	title: 'Find a tool',
	description:
		'Finds tools that are not listed by what they do, with their arguments: debugger, breakpoints, git, database, callers, terminals, tasks, settings, notebooks, editing.',
	whenToUse: 'Use it before doing by shell what an editor does. Without query it names all tools.',
	searchHint: 'search discover list more other hidden capabilities catalogue help',
	effect: 'reads',
	needs: ['catalogue'],
	narrowBy: ['limit', 'query'],

	example: { query: 'who calls this function' },

	input: z.strictObject({
		query: z.string().min(1).optional().describe('What you want to do, in a few words.'),
		detail: z.enum(['names', 'schemas']).default('names').describe('schemas: with the whole JSON Schema of each.'),
		limit: z.int().positive().max(100).default(5).describe('Tools in one answer.'),
	}),

	output: z.object({
		toolsets: z
			.array(z.object({ thing: z.string(), title: z.string(), instructions: z.string(), tools: z.array(z.string()) }))
			.optional(),
		total: z.int().describe('Tools that have a word of the query.'),
		tools: z.array(
			z.object({
				name: z.string(),
				effect: z.string(),
				description: z.string(),
				takes: z.string().describe('The arguments in one line.'),
				inputSchema: z.record(z.string(), z.unknown()).optional(),
			}),
		),
	}),

	run: (question, { catalogue }) =>
		Promise.resolve(findTools({ toolsets: catalogue.toolsets(), tools: catalogue.tools() }, question)),

	render: found => renderFoundTools(found),
});
