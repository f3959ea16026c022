import { parse as parseTomlText } from 'smol-toml';
import { parse as parseYamlText } from 'yaml';
import { type EnvOfProject, interpolate } from './env-file.ts';

export type Parsed = { value: unknown } | { problem: string };

/** YAML, and with it JSON with comments, which the YAML parser reads once the comments are gone. */
export function parseYaml(text: string): Parsed {
	return attempt(() => parseYamlText(text, { merge: true, logLevel: 'silent' }));
}

export function parseJsonOrYaml(text: string): Parsed {
	const asYaml = parseYaml(text);
	// Comments of JSON are not comments of YAML; strings are matched first, so that a // in a URL stays.
	const json = text
		.replaceAll(/("(?:\\.|[^"\\])*")|\/\/[^\n]*|\/\*[\s\S]*?\*\//g, '$1')
		.replaceAll(/,(\s*[\]}])/g, '$1');
	return /^\s*(?:\/[/*]|[[{])/.test(text) ? attempt(() => JSON.parse(json)) : asYaml;
}

export function parseToml(text: string): Parsed {
	return attempt(() => parseTomlText(text));
}

/** Every string in it with the variables of the project's own env files put in. */
export function withVariables(value: unknown, { env }: EnvOfProject, bareNames: boolean): unknown {
	if (typeof value === 'string') {
		return interpolate(value, env, bareNames);
	}
	if (Array.isArray(value)) {
		return value.map(item => withVariables(item, { env, fileOf: () => '' }, bareNames));
	}
	if (typeof value === 'object' && value !== null) {
		return Object.fromEntries(
			Object.entries(value).map(([key, item]) => [key, withVariables(item, { env, fileOf: () => '' }, bareNames)]),
		);
	}
	return value;
}

/** The parser's message stays out: it quotes the line, and the line may hold a password. */
function attempt(parse: () => unknown): Parsed {
	try {
		return { value: parse() };
	} catch (cause) {
		const line = /line (\d+)/i.exec(cause instanceof Error ? cause.message : '')?.[1];
		return { problem: line === undefined ? 'it is not well formed' : `it is not well formed (line ${line})` };
	}
}
