import type { SessionParts } from '../shared/session-parts.ts';
import { createStreamableHttp, type StreamableHttp } from '../shared/streamable-http.ts';
import { createCopilotSession } from './copilot-session.ts';

/** Loaded by the first Copilot CLI that has shown the token. */
export function createCopilotHttp(parts: SessionParts): StreamableHttp {
	return createStreamableHttp(start => createCopilotSession(parts, start));
}
