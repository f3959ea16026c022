import { firstSource } from './first-source.ts';

export interface Question {
	tool: string;
	input: Record<string, string | number>;
	/** The ability of the editor that the call shows. */
	why: string;
}

export const SAMPLE_QUESTIONS: readonly Question[] = [
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

/** Questions that make sense in a project that nobody here knows: about a file that it has. */
export function questionsFor(folder: string): readonly Question[] {
	const path = firstSource(folder);
	return [
		{ tool: 'window_status', input: {}, why: 'Which window answers?' },
		...(path === undefined
			? [{ tool: 'file_list', input: {}, why: 'What is in this folder?' }]
			: [
					{ tool: 'diagnostic_list', input: { path }, why: `Which problems does the editor know of in ${path}?` },
					{ tool: 'symbol_outline', input: { path }, why: 'What is in this file?' },
				]),
	];
}

/** The same question for a shell. */
export function asCommand({ tool, input }: Question): string {
	return [tool, ...Object.entries(input).map(([name, value]) => quote(`${name}=${value}`))].join(' ');
}

export function quote(word: string): string {
	return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}
