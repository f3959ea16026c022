import { type DialectVoice, type SpokenCall, speak } from './dialect-voice.ts';
import type { Reply } from './envelope.ts';
import { mapStrings } from './map-strings.ts';
import type { McpToolResult } from './mcp-shapes.ts';
import { showHiddenCharacters } from './show-hidden-characters.ts';

/** Without structured content: a client of the other system does not expect any. */
export function toSpokenResult(
	voice: DialectVoice,
	name: string,
	input: SpokenCall['input'],
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
