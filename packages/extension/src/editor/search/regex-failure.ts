import { ToolError } from '@hawser/core/errors/tool-error.ts';

/** The error for a wrong regular expression, in ripgrep's words without the frame around them. */
export function regexFailure(explanation: string): ToolError {
	const reasons = [...explanation.matchAll(/^error: (?<reason>.+)$/gm)].map(({ groups }) => groups?.['reason'] ?? '');
	const pcre = explanation
		.split('\n')
		.find(line => line.includes('PCRE2: ') && !line.endsWith(':'))
		?.split(':')
		.at(-1);
	const [first] = reasons;
	// The first engine does not know look-around and back-references; then the second one's objection is the real one.
	const secondCounts = first === undefined || first.includes('not supported');
	const reason = (secondCounts ? (pcre ?? first) : first) ?? explanation.split('\n')[0] ?? '';
	const drawing = secondCounts
		? undefined
		: /parse error:\n(?<drawing>(?: {4}.*\n)+)/.exec(explanation)?.groups?.['drawing'];
	const pointed = drawing === undefined ? '' : `\n${drawing.trimEnd()}`;
	return new ToolError('E_INVALID_REGEX', `The regular expression is wrong: ${reason.trim()}.${pointed}`);
}
