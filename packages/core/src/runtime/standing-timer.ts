import type { StartTimer } from '../waiting/deadline.ts';
import type { Clock } from './clock.ts';

/** A timer that stands still for a while, because that time is not the tool's. */
export interface StandingTimer {
	startTimer: StartTimer;
	/** The timer stands from now on, until all that made it stand have called the function that they got. */
	stand(): () => void;
}

/** For one deadline: it holds one timer at a time. */
export function createStandingTimer(clock: Clock): StandingTimer {
	let standing = 0;
	let left = 0;
	let startedAt = 0;
	let callback: (() => void) | undefined;
	let stop: () => void = () => undefined;

	const run = () => {
		startedAt = clock.now();
		stop = clock.startTimer(left, () => callback?.());
	};

	return {
		startTimer(milliseconds, whenOver) {
			left = milliseconds;
			callback = whenOver;
			if (standing === 0) {
				run();
			}
			return () => {
				callback = undefined;
				stop();
			};
		},
		stand() {
			if (standing++ === 0) {
				stop();
				left -= clock.now() - startedAt;
			}
			let goesOn = false;
			return () => {
				if (!goesOn) {
					goesOn = true;
					standing--;
					if (standing === 0 && callback) {
						run();
					}
				}
			};
		},
	};
}
