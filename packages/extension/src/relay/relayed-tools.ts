import { createHash } from 'node:crypto';
import type { JsonSchema } from '@hawser/core/input/compact-json-schema.ts';
import { escapeForRegExp } from '@hawser/core/text/glob.ts';

/** Our own tools, and the same again where VS Code's chat has them from our MCP server: an agent has those already. */
const OWN = /^(?:hawser_|mcp_hawser\d*_)/;

/** Several clients refuse longer names. */
const MAX_NAME_LENGTH = 64;

/** Tells which tools the patterns mean; undefined when they mean none. `*` stands for any characters. */
export function relaySelection(patterns: readonly string[]): ((name: string) => boolean) | undefined {
	const wanted = patterns.map(pattern => pattern.trim()).filter(pattern => pattern !== '');
	if (wanted.length === 0) {
		return undefined;
	}
	const sources = wanted.map(pattern => pattern.split('*').map(escapeForRegExp).join('.*'));
	const whole = new RegExp(`^(?:${sources.join('|')})$`);
	return name => whole.test(name) && !OWN.test(name);
}

export function relayedName(name: string): `relay_${string}` {
	const plain = name.replaceAll(/[^\w-]/g, '_');
	const room = MAX_NAME_LENGTH - 'relay_'.length;
	if (plain.length <= room && plain === name) {
		return `relay_${plain}`;
	}
	const mark = createHash('sha256').update(name).digest('hex').slice(0, 6);
	return `relay_${plain.slice(0, room - mark.length - 1)}_${mark}`;
}

/** An extension may declare anything, but agents need the schema of an object. */
export function objectSchema(schema: unknown): JsonSchema {
	if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) {
		return { type: 'object', properties: {} };
	}
	return { properties: {}, ...schema, type: 'object' };
}
