import { parse } from 'yaml';

/** Without a word on the console about what it finds odd. */
export function parseYaml(text: string): unknown {
	const document: unknown = parse(text, { logLevel: 'error' });
	return document;
}
