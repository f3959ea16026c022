/**
 * Compared in constant time, so that a wrong secret does not tell how much of it was right; without a secret nobody has it. The
 * comparison of `node:crypto` is handed in: to load it takes milliseconds, for which most starts of the CLI need not wait.
 */
export function isSameSecret(
	given: string | undefined,
	expected: string | undefined,
	timingSafeEqual: (one: Uint8Array, other: Uint8Array) => boolean,
): boolean {
	const [one, other] = [Buffer.from(given ?? ''), Buffer.from(expected ?? '')];
	return other.length > 0 && one.length === other.length && timingSafeEqual(one, other);
}
