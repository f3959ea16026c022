import type { KnownText } from '@hawser/core/text/outside-change.ts';

/** Texts of files as they were when somebody last looked; bounded. */
export interface KnownTexts {
	has(file: string): boolean;
	/** Undefined also for a text that was given up: then nobody knows. */
	get(file: string): KnownText;
	set(file: string, text: KnownText): void;
	delete(file: string): void;
	clear(): void;
	readonly files: readonly string[];
	/** True when there is no room for further texts. */
	readonly full: boolean;
}

/** Together, in characters. */
const MAX_LENGTH = 20_000_000;
/** Files beyond this number are remembered without their text. */
const MAX_TEXTS = 2000;
/** Files beyond this number are forgotten, the oldest first and many at once: a build may write any number of them. */
const MAX_FILES = 100_000;
const FORGOTTEN_AT_ONCE = 10_000;

export function createKnownTexts(): KnownTexts {
	const texts = new Map<string, KnownText>();
	/** Those of which there is a text, the oldest first. */
	const kept = new Set<string>();
	let length = 0;

	function remove(file: string): void {
		const text = texts.get(file);
		if (typeof text === 'string') {
			length -= text.length;
			kept.delete(file);
		}
		texts.delete(file);
	}

	function put(file: string, text: KnownText): void {
		remove(file);
		texts.set(file, text);
		if (typeof text === 'string') {
			length += text.length;
			kept.add(file);
		}
	}

	return {
		has: file => texts.has(file),
		get: file => texts.get(file),
		set(file, text) {
			put(file, text);
			while (length > MAX_LENGTH || kept.size > MAX_TEXTS) {
				const [oldest = file] = kept;
				// It stays known: the text in the commit would be the wrong one.
				put(oldest, undefined);
			}
			if (texts.size > MAX_FILES) {
				[...texts.keys()].slice(0, FORGOTTEN_AT_ONCE).forEach(remove);
			}
		},
		delete: remove,
		clear() {
			texts.clear();
			kept.clear();
			length = 0;
		},
		get files() {
			return [...texts.keys()];
		},
		get full() {
			return length >= MAX_LENGTH || kept.size >= MAX_TEXTS;
		},
	};
}
