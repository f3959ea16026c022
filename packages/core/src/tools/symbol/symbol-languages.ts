import { z } from 'zod';
import { defineTool } from '../../contract/tool.ts';
import { plural } from '../../text/plural.ts';

const STATES = ['no_server', 'not_started', 'loading', 'ready'] as const;
/** Languages with the most files come first; a repository has few files in the others. */
const MAX_SHOWN = 30;

export const symbolLanguages = defineTool({
	name: 'symbol_languages',
	title: 'Language servers',
	searchHint: 'language server status lsp loading ready',
	description:
		'Lists the languages of the workspace with the extensions that serve them, what these have answered so far, and whether they are still loading the project.',
	whenToUse: 'Use it when an answer is not_ready, or when no extension answers for a language.',
	effect: 'reads',
	needs: ['symbols'],
	narrowBy: ['language'],

	example: {},

	input: z.strictObject({
		language: z.string().min(1).optional().describe('Only this language, by its VS Code id, such as python.'),
	}),

	output: z.object({
		languages: z.array(
			z.object({
				language: z.string(),
				files: z.int(),
				state: z
					.enum(STATES)
					.describe(
						'ready: it answers and its answers no longer change. loading: it was started lately, or its answers still change.',
					),
				servers: z.array(z.object({ extension: z.string(), active: z.boolean() })),
				answered: z.array(z.string()).describe('Kinds of questions that were answered in this window.'),
			}),
		),
		truncated: z.literal(true).optional(),
	}),

	async run({ language }, { symbols }, { signal }) {
		const all = await symbols.languages(signal);
		const wanted = all.filter(each => language === undefined || each.language === language);
		const shown = wanted.slice(0, MAX_SHOWN).map(each => ({
			...each,
			servers: [...each.servers],
			answered: [...each.answered],
		}));
		return { languages: shown, ...(shown.length < wanted.length && { truncated: true as const }) };
	},

	render({ languages, truncated }) {
		if (languages.length === 0) {
			return ['No file of the workspace is in a language that the editor knows.'];
		}
		const rows = languages.map(({ language, files, state, servers, answered }) => {
			const names = servers.map(({ extension, active }) => `${extension}${active ? '' : ' (asleep)'}`).join(', ');
			const told = answered.length > 0 ? `; answered: ${answered.join(', ')}` : '';
			return `${language}, ${plural(files, 'file')}: ${state}${names && ` by ${names}`}${told}`;
		});
		return [[...rows, ...(truncated ? ['(Languages with fewer files are not listed.)'] : [])].join('\n')];
	},
});
