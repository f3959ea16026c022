import { shorten } from '@hawser/core/text/shorten.ts';

/** The longest text that a notification shows whole. */
const MAX_LENGTH = 1000;

/**
 * Notifications turn `[text](command:…)` and web addresses in that form into links. Words of an agent, and names of
 * files that it chose, must not become something to click.
 */
export function plainNotice(text: string): string {
	const oneLine = text.replaceAll(/\s+/g, ' ').trim();
	return shorten(oneLine, MAX_LENGTH).replaceAll('](', '] (');
}
