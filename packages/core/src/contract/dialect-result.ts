import { mapStrings } from '../text/map-strings.ts';
import { showHiddenCharacters } from '../text/show-hidden-characters.ts';
import { type DialectCall, type DialectFormat, speak } from './dialect-format.ts';
import type { Reply } from './envelope.ts';
import type { McpToolResult } from './mcp-shapes.ts';

/** Without structured content: a client of the other system does not expect any. */
export function toDialectResult(
	voice: DialectFormat,
	name: string,
	input: DialectCall['input'],
	reply: Reply,
): McpToolResult {
	const spoken = speak(voice, name, input, reply);
	if ('failure' in spoken) {
		return { content: [{ type: 'text', text: voice.failure(spoken.failure, name) }], isError: true };
	}
	const { note } = spoken.answer;
	// The data of plain text comes as it is in the file, for programs that write it back over REST; here a model reads it.
	const value = mapStrings(spoken.answer.value, showHiddenCharacters);
	const text = typeof value === 'string' ? value : JSON.stringify(value);
	const rest = note === undefined ? [] : [{ type: 'text' as const, text: note }];
	return { content: [{ type: 'text', text }, ...rest] };
}
