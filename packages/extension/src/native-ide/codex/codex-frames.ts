/** A frame is the length of its text as four bytes, the lowest first, and the text. */
const HEAD = 4;

/** Far more than a question of Codex has. */
export const MAX_FRAME = 64 * 1024;

export interface FrameReader {
	/** The texts of the frames that have become whole. Throws for a frame that is too long, before it is there. */
	take(bytes: Buffer): readonly string[];
	/** True while a frame has begun and is not whole. */
	readonly half: boolean;
}

export function createFrameReader(limit = MAX_FRAME): FrameReader {
	let rest = Buffer.alloc(0);
	return {
		take(bytes) {
			rest = Buffer.concat([rest, bytes]);
			const texts: string[] = [];
			while (rest.length >= HEAD) {
				const length = rest.readUInt32LE(0);
				if (length > limit) {
					throw new Error(`A frame of ${length} bytes is longer than ${limit}.`);
				}
				if (rest.length < HEAD + length) {
					break;
				}
				texts.push(rest.toString('utf8', HEAD, HEAD + length));
				rest = rest.subarray(HEAD + length);
			}
			return texts;
		},
		get half() {
			return rest.length > 0;
		},
	};
}

export function frame(message: object): Buffer {
	const text = Buffer.from(JSON.stringify(message));
	const head = Buffer.alloc(HEAD);
	head.writeUInt32LE(text.length);
	return Buffer.concat([head, text]);
}
