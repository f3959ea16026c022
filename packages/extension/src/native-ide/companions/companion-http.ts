import type { IncomingMessage } from 'node:http';
import type { SessionParts } from '../shared/session-parts.ts';
import { createStreamableHttp, type StreamableHttp } from '../shared/streamable-http.ts';
import { createCompanionSession } from './companion-session.ts';

/** Loaded by the first Gemini CLI or Qwen Code that has shown its token, by which it is known. */
export function createCompanionHttp(
	parts: SessionParts,
	protocolOf: (request: IncomingMessage) => 'gemini' | 'qwen',
): StreamableHttp {
	return createStreamableHttp(start => createCompanionSession(parts, protocolOf(start.request), start));
}
