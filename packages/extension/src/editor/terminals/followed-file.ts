import { type FSWatcher, watch } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';

/** Not every file system tells of changes. */
const POLL = 200;
const PIECE = 256 * 1024;

export interface FollowedFile {
	/** Reads what is there now. */
	read(): Promise<void>;
	close(): void;
}

/** Hands on the text that programs append to a file, in order and once, whole characters only. */
export async function followFile(path: string, onText: (text: string) => void): Promise<FollowedFile> {
	const handle = await open(path, 'r');
	const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
	const buffer = Buffer.allocUnsafe(PIECE);
	let reading: Promise<void> | undefined;
	let again = false;
	let closed = false;
	const readAll = async () => {
		do {
			again = false;
			for (let count = await readPiece(handle, buffer); count > 0 && !closed; count = await readPiece(handle, buffer)) {
				onText(decoder.decode(buffer.subarray(0, count), { stream: true }));
			}
		} while (isSet(again) && !isSet(closed));
	};
	const read = (): Promise<void> => {
		again = true;
		reading ??= readAll()
			// The handle is closed while a read is under way when nobody wants the text any more.
			.catch(() => undefined)
			.finally(() => {
				reading = undefined;
			});
		return reading;
	};
	const watcher = watchFile(path, () => void read());
	const timer = setInterval(() => void read(), POLL);
	return {
		read,
		close() {
			closed = true;
			clearInterval(timer);
			watcher?.close();
			void Promise.resolve(reading).then(() => handle.close());
		},
	};
}

async function readPiece(handle: FileHandle, buffer: Buffer): Promise<number> {
	return (await handle.read(buffer, 0, buffer.length, null)).bytesRead;
}

function watchFile(path: string, onChange: () => void): FSWatcher | undefined {
	try {
		const watcher = watch(path, { persistent: false }, onChange);
		// The polling goes on.
		watcher.on('error', () => watcher.close());
		return watcher;
	} catch {
		return undefined;
	}
}

/** Variables that another function sets meanwhile: the compiler would take them for constants. */
function isSet(flag: boolean): boolean {
	return flag;
}
