import type { DialectAnswer } from '../../contract/dialect-format.ts';
import type { PlainData } from '../../data/plain-data.ts';

export function numberOf(value: unknown): number {
	return typeof value === 'number' ? value : 0;
}

/** Our positions count from 1. */
export function zeroBased(value: unknown): number {
	return numberOf(value) - 1;
}

/** Says that the list has an end that is not there: the other system has no pages. */
export function incomplete(
	{ nextOffset, truncated }: PlainData,
	shown: number,
	total: unknown,
): Pick<DialectAnswer, 'note'> {
	return nextOffset === undefined && truncated !== true
		? {}
		: { note: `(Only the first ${shown} of ${String(total)}.)` };
}
