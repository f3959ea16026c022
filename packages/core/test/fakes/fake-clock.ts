import type { Clock } from '../../src/runtime/clock.ts';

/** Time that passes only when the test says so. */
export class FakeClock implements Clock {
	private time = Date.parse('2026-01-02T03:04:05.000Z');
	private readonly timers = new Map<number, { at: number; callback: () => void }>();
	private nextTimer = 1;

	now(): number {
		return this.time;
	}

	startTimer(milliseconds: number, callback: () => void): () => void {
		const id = this.nextTimer++;
		this.timers.set(id, { at: this.time + milliseconds, callback });
		return () => this.timers.delete(id);
	}

	pass(milliseconds: number): void {
		this.time += milliseconds;
		for (const [id, { at, callback }] of [...this.timers]) {
			if (at <= this.time) {
				this.timers.delete(id);
				callback();
			}
		}
	}

	/** Timers that nobody stopped: a leak when the call is over. */
	get pending(): number {
		return this.timers.size;
	}
}
