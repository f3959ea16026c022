import { ANSWER_FORMS } from '../../tests/support/answer-forms.ts';
import type { Benchmark } from '../row.ts';

/** What an answer costs a model, against the best form that somebody wrote by hand. */
export const answers: readonly Benchmark[] = ANSWER_FORMS.map(({ name, ours, best }) => ({
	name,
	run: () =>
		Promise.resolve({
			name,
			title: 'The text of an answer against the best form by hand',
			value: ours.length / best.length,
			bar: 1.15,
			unit: 'x' as const,
			detail: `${ours.length} characters against ${best.length}`,
		}),
}));
