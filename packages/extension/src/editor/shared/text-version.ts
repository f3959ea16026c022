import { createHash } from 'node:crypto';

/** A short name for a text, the same in every window and after a reload. */
export function textVersion(text: string): string {
	return createHash('sha256').update(text).digest('base64url').slice(0, 12);
}
