import type { TextQuery } from '@hawser/core/ports/text-search.ts';
import { escapeForRegExp } from '@hawser/core/text/glob.ts';

type Pattern = Pick<TextQuery, 'text' | 'regex' | 'case' | 'word'>;

const CASE = { smart: '--smart-case', sensitive: '--case-sensitive', insensitive: '--ignore-case' } as const;

/** The question in ripgrep's words. The pattern is part of its option, so that one like `--pre=x` is only a pattern. */
export function patternArguments({ text, regex, case: caseRule, word }: Pattern): string[] {
	const lineBreaks = /\r\n?|\n/.test(text) || (regex && text.includes('\\n'));
	const pattern = lineBreaks ? acrossLines(text, regex) : text;
	return [
		CASE[caseRule],
		// A $ stands before \r\n too.
		'--crlf',
		...(word ? ['--word-regexp'] : []),
		...(lineBreaks ? ['--multiline'] : []),
		...(regex ? ['--engine=auto'] : []),
		...(regex || lineBreaks ? [] : ['--fixed-strings']),
		`--regexp=${pattern}`,
	];
}

/** A line break in the question finds both kinds of line break in files. */
function acrossLines(text: string, regex: boolean): string {
	if (!regex) {
		return text
			.split(/\r\n?|\n/)
			.map(escapeForRegExp)
			.join('\\r?\\n');
	}
	let inClass = false;
	return text.replaceAll(/\\r\\n|\\r\?\\n|\\.|\r?\n|[[\]]/gs, piece => {
		if (piece === '[' || piece === ']') {
			inClass = piece === '[';
			return piece;
		}
		const isBreak = piece.endsWith('\n') || (piece.endsWith('\\n') && piece !== '\\\\n');
		return isBreak && !inClass ? '\\r?\\n' : piece;
	});
}
