import { mapStrings } from '../data/map-strings.ts';
import { showHiddenCharacters } from '../text/show-hidden-characters.ts';
import { type DialectCall, type DialectFormat, formatReply } from './dialect-format.ts';
import type { Reply } from './envelope.ts';
import type { McpToolResult } from './mcp-shapes.ts';

/** Without structured content: a client of the other system does not expect any. */
export function toDialectResult(
	format: DialectFormat,
	name: string,
	input: DialectCall['input'],
	reply: Reply,
): McpToolResult {
	const formatted = formatReply(format, name, input, reply);
	if ('failure' in formatted) {
		return { content: [{ type: 'text', text: format.failure(formatted.failure, name) }], isError: true };
	}
	const { note } = formatted.answer;
	// The data of plain text comes as it is in the file, for programs that write it back over REST; here a model reads it.
	const value = mapStrings(formatted.answer.value, showHiddenCharacters);
	const text = typeof value === 'string' ? value : JSON.stringify(value);
	const rest = note === undefined ? [] : [{ type: 'text' as const, text: note }];
	return { content: [{ type: 'text', text }, ...rest] };
}
