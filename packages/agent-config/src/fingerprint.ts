/**
 * Tells whether a text is still the one that we left. Nobody has a reason to forge it, and Node's own hashes would have to be
 * loaded at every start of the program: it is one file.
 */
export function fingerprint(text: string): string {
	let [low, high] = [0xdeadbeef, 0x41c6ce57];
	for (let index = 0; index < text.length; index++) {
		const unit = text.charCodeAt(index);
		low = Math.imul(low ^ unit, 2_654_435_761);
		high = Math.imul(high ^ unit, 1_597_334_677);
	}
	return `${text.length}-${(low >>> 0).toString(16)}${(high >>> 0).toString(16)}`;
}
