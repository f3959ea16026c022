import type { DialectVoice } from '../contract/dialect-voice.ts';
import { devdbVoice } from './devdb-voice.ts';
import { ggmcpVoice } from './ggmcp/ggmcp-voice.ts';

/** The dialects that can be spoken back, by name; a test compares them with the catalogue. */
export const voices: Readonly<Record<string, DialectVoice>> = { devdb: devdbVoice, ggmcp: ggmcpVoice };
