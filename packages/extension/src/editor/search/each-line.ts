const NEWLINE = 0x0a;

/** Splits ripgrep's output into lines; `onLine` returns false when it needs no more. */
export function eachLine(onLine: (line: string) => boolean): (chunk: Buffer) => boolean {
	let pending: Buffer[] = [];
	return chunk => {
		let start = 0;
		for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
			const line = Buffer.concat([...pending, chunk.subarray(start, end)]).toString('utf8');
			pending = [];
			start = end + 1;
			if (!onLine(line)) {
				return false;
			}
		}
		pending.push(chunk.subarray(start));
		return true;
	};
}
