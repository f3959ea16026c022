import type { z } from 'zod';
import { ToolError } from './errors.ts';
import { nearestName } from './nearest-name.ts';

/** The other words agents use for our parameters; edit distance alone would not find them. */
const OTHER_WORDS: Record<string, readonly string[]> = {
	path: ['file', 'filename', 'uri', 'filepath', 'pathinproject', 'document'],
	symbol: ['name', 'identifier', 'symbolname'],
	line: ['row', 'linenumber', 'lineno'],
	column: ['character', 'col'],
	startLine: ['from', 'start', 'offset'],
	endLine: ['to', 'end'],
	query: ['pattern', 'search', 'text', 'searchtext'],
	limit: ['max', 'count', 'maxresults'],
};

/** Turns zod's issues into one sentence each, and says which argument was probably meant. */
export function invalidInput(issues: readonly z.core.$ZodIssue[], input: z.ZodObject): ToolError {
	const known = Object.keys(input.shape);
	const sentences = issues.map(issue => explain(issue, known));
	return new ToolError('E_INVALID_PARAMS', sentences.join(' '), {
		hint: known.length > 0 ? `This tool takes: ${known.join(', ')}, projectRoot.` : 'This tool takes only projectRoot.',
		details: {
			issues: issues.map(({ code, path, message }) => ({ code, path: path.map(String).join('.'), message })),
			arguments: known,
		},
	});
}

function explain(issue: z.core.$ZodIssue, known: readonly string[]): string {
	if (issue.code === 'unrecognized_keys') {
		return issue.keys.map(key => unknownArgument(key, issue.path.length === 0 ? known : [])).join(' ');
	}
	if (issue.path.length === 0) {
		return 'The arguments must be a JSON object.';
	}
	const name = issue.path.map(String).join('.');
	if (issue.code === 'invalid_type' && issue.message.endsWith('received undefined')) {
		return `The argument "${name}" is missing (${issue.expected}).`;
	}
	return `The argument "${name}" is wrong: ${issue.message}.`;
}

function unknownArgument(key: string, known: readonly string[]): string {
	const simple = key.toLowerCase().replaceAll(/[^a-z0-9]/g, '');
	const meant = known.find(name => OTHER_WORDS[name]?.includes(simple)) ?? nearestName(key, known);
	return `There is no argument "${key}"${meant === undefined ? '' : `; did you mean "${meant}"?`}${meant === undefined ? '.' : ''}`;
}
