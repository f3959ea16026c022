import { isNestedTooDeeply } from '@hawser/core/text/yaml-nesting.ts';
import { parse as parseTomlText } from 'smol-toml';
import { Lexer, parse as parseYamlText } from 'yaml';
import { type EnvOfProject, interpolate } from './env-file.ts';

export type Parsed = { value: unknown } | { problem: string };

/** YAML, and with it JSON with comments, which the YAML parser reads once the comments are gone. */
export function parseYaml(text: string): Parsed {
	return isNestedTooDeeply(new Lexer().lex(text))
		? { problem: 'It is nested too deeply.' }
		: attempt(() => parseYamlText(text, { merge: true, logLevel: 'silent' }));
}

export function parseJsonOrYaml(text: string): Parsed {
	return /^\s*(?:\/[/*]|[[{])/.test(text) ? attempt(() => JSON.parse(withoutComments(text))) : parseYaml(text);
}

/** Comments of JSON are not comments of YAML; what stands in a string stays, such as the // of a URL. */
function withoutComments(text: string): string {
	let plain = '';
	let at = 0;
	while (at < text.length) {
		const two = text.slice(at, at + 2);
		if (two === '//' || two === '/*') {
			const end = two === '//' ? text.indexOf('\n', at) : text.indexOf('*/', at + 2) + 2;
			at = end < at + 2 ? text.length : end;
			continue;
		}
		const end = text.charAt(at) === '"' ? stringEnd(text, at) : at + 1;
		plain += text.slice(at, end);
		at = end;
	}
	return plain.replaceAll(/,(\s*[\]}])/g, '$1');
}

function stringEnd(text: string, start: number): number {
	for (let index = start + 1; index < text.length; index++) {
		if (text.charAt(index) === '\\') {
			index++;
		} else if (text.charAt(index) === '"') {
			return index + 1;
		}
	}
	return text.length;
}

export function parseToml(text: string): Parsed {
	return attempt(() => parseTomlText(text));
}

/**
 * Every string in it with the variables of the project's own env files put in. An alias of YAML can lead back to what it stands
 * in; such a value is left out.
 */
export function withVariables(value: unknown, { env }: Pick<EnvOfProject, 'env'>, bareNames: boolean): unknown {
	const around = new Set<object>();
	const fill = (part: unknown): unknown => {
		if (typeof part === 'string') {
			return interpolate(part, env, bareNames);
		}
		if (typeof part !== 'object' || part === null) {
			return part;
		}
		if (around.has(part)) {
			return undefined;
		}
		around.add(part);
		const filled = Array.isArray(part)
			? part.map(fill)
			: Object.fromEntries(Object.entries(part).map(([key, item]) => [key, fill(item)]));
		around.delete(part);
		return filled;
	};
	return fill(value);
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
