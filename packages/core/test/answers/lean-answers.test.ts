import { expect, test } from 'vitest';
import { ANSWER_FORMS } from '../../../../tests/support/answer-forms.ts';

test.each(ANSWER_FORMS)('$name costs at most 1.15 times the best form by hand', ({ ours, best }) => {
	expect(ours.length / best.length).toBeLessThanOrEqual(1.15);
	// Shorter than the best would mean that something is missing in one of them.
	expect(ours.length / best.length).toBeGreaterThan(0.95);
});
