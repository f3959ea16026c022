import { expect, test } from 'vitest';
import { createStandingTimer } from '../../src/runtime/standing-timer.ts';
import { FakeClock } from '../fakes/fake-clock.ts';

function timerOf(milliseconds: number) {
	const clock = new FakeClock();
	const timer = createStandingTimer(clock);
	let over = 0;
	const stop = timer.startTimer(milliseconds, () => over++);
	return { clock, timer, stop, over: () => over };
}

test('time that stands does not count', () => {
	const { clock, timer, over } = timerOf(1000);
	clock.pass(600);
	const goOn = timer.stand();
	clock.pass(3_600_000);
	expect(over()).toBe(0);
	goOn();
	clock.pass(399);
	expect(over()).toBe(0);
	clock.pass(1);
	expect(over()).toBe(1);
});

test('it goes on only when all who made it stand are done, each of whom counts once', () => {
	const { clock, timer, over } = timerOf(1000);
	const [first, second] = [timer.stand(), timer.stand()];
	first();
	first();
	clock.pass(5000);
	expect(over()).toBe(0);
	second();
	clock.pass(1000);
	expect(over()).toBe(1);
});

test('a timer that is stopped while it stands leaves nothing behind', () => {
	const { clock, timer, stop, over } = timerOf(1000);
	const goOn = timer.stand();
	stop();
	goOn();
	clock.pass(5000);
	expect(over()).toBe(0);
	expect(clock.pending).toBe(0);
});
