import { z } from 'zod';
import { takeWhileFits } from '../../answers/paging.ts';
import { defineTool } from '../../contract/tool.ts';
import { countOf } from '../../text/plural.ts';

export const debugConfigurations = defineTool({
	name: 'debug_configurations',
	title: 'Launch configurations',
	searchHint: 'launch.json launch configurations debugger',
	description: 'Lists the launch configurations and compounds of all folders, with what keeps one from starting.',
	whenToUse: 'Use it to find the name for debug_start.',
	effect: 'reads',
	needs: ['debugger'],
	narrowBy: ['query'],

	example: {},
	input: z.strictObject({ query: z.string().optional().describe('Part of the name.') }),
	output: z.object({
		total: z.int(),
		configurations: z.array(
			z.object({
				name: z.string(),
				kind: z.enum(['configuration', 'compound']),
				type: z.string().optional(),
				request: z.string().optional(),
				starts: z.array(z.string()).optional(),
				folder: z.string().optional(),
				problem: z.string().optional(),
			}),
		),
		truncated: z.literal(true).optional(),
	}),
	run({ query = '' }, ports, { budget }) {
		const wanted = query.toLowerCase();
		const all = ports.debugger.configurations().filter(({ name }) => name.toLowerCase().includes(wanted));
		const shown = takeWhileFits(all, budget - 200, entry => JSON.stringify(entry).length + 1);
		return Promise.resolve({
			total: all.length,
			configurations: shown.map(({ starts, ...rest }) => ({ ...rest, ...(starts && { starts: [...starts] }) })),
			...(shown.length < all.length && { truncated: true as const }),
		});
	},
	render({ total, configurations, truncated }) {
		const rows = configurations.map(({ name, kind, type, request, starts, folder, problem }) => {
			const what = kind === 'compound' ? `compound of ${starts?.join(', ') ?? ''}` : `${type ?? ''} ${request ?? ''}`;
			return `${name}: ${what}${folder === undefined ? '' : `, folder ${folder}`}${problem === undefined ? '' : ` (cannot start: ${problem})`}`;
		});
		return [
			[countOf(total, 'configuration'), ...rows, ...(truncated ? ['(More: narrow with query.)'] : [])].join('\n'),
		];
	},
});
