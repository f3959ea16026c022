import { escapeForRegExp } from '@hawser/core/text/glob.ts';

/** Keywords between `export default` and a name, as in `export default abstract class Name`. */
const KEYWORDS = String.raw`(?:(?:abstract|async|class|interface|enum|function)\b\s*(?:\*\s*)?)*`;

/** True when a module gives the name away so that others may import it as something else, and never mention it. */
export function exportsUnnamed(text: string, name: string): boolean {
	const word = escapeForRegExp(name);
	return [
		String.raw`\bexport\s+default\s+${KEYWORDS}${word}(?![\w$])`,
		String.raw`\bexport\s*=\s*${word}(?![\w$])`,
		String.raw`\bmodule\.exports\s*=\s*${KEYWORDS}${word}(?![\w$])`,
		String.raw`\bexport\s*(?:type\s*)?\{[^{}]{0,2000}(?<![\w$])${word}\s+as\s`,
	].some(pattern => new RegExp(pattern).test(text));
}
