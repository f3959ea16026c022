import { describe, expect, test } from 'vitest';
import { createQuietFocus } from '../../../../src/editor/debug/control/quiet-focus.ts';
import { startModel } from '../start-model.ts';

describe('the focus of the user', () => {
	test('stops that an agent waits for ask VS Code to leave it alone; others do not', () => {
		const { messages, open, event } = startModel();
		const quiet = createQuietFocus(messages);
		open('a');
		const loud = quiet.during(id => id === 'a');
		expect(event('a', 'stopped', { reason: 'step' }).body).toMatchObject({ preserveFocusHint: true });
		loud();
		expect(event('a', 'stopped', { reason: 'step' }).body).not.toHaveProperty('preserveFocusHint');
	});

	test('a refused launch does not open a message', () => {
		const { messages, open, request, answer } = startModel();
		const quiet = createQuietFocus(messages);
		open('a');
		quiet.during(() => true);
		const refused = answer('a', request('a', 'launch'), { error: { id: 3, format: 'no' } }, false);
		expect(refused.body).toEqual({ error: { id: 3, format: 'no', showUser: false } });
	});
});
