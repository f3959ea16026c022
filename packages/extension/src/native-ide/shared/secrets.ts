import { createHmac, timingSafeEqual } from 'node:crypto';
import { isSameSecret } from '@hawser/node/same-secret.ts';

/**
 * The token of one agent's protocol. It comes from the token of the window, so it lasts as long, and does not lead back to it: the
 * files in which these agents look for an editor are read by many programs, and none of them may call Hawser's tools with it.
 */
export function nativeToken(windowToken: string, agent: string): string {
	return createHmac('sha256', windowToken).update(`native-ide ${agent}`).digest('base64url');
}

/** True for the token itself; nobody has an empty one. */
export function isSecret(given: string | undefined, expected: string): boolean {
	return isSameSecret(given, expected, timingSafeEqual);
}
