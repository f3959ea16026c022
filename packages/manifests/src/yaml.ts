import { isNestedTooDeeply } from '@hawser/core/text/yaml-nesting.ts';
import { Lexer, parse } from 'yaml';

/** Without a word on the console about what it finds odd. What is nested too deeply counts as not well formed. */
export function parseYaml(text: string): unknown {
	if (isNestedTooDeeply(new Lexer().lex(text))) {
		throw new SyntaxError('The YAML text is nested too deeply.');
	}
	const document: unknown = parse(text, { logLevel: 'error' });
	return document;
}
