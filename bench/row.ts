import type { WindowUnderTest } from './window-under-test.ts';

/** One line of the table: what was measured, against what, and whether it is good enough. */
export interface Row {
	name: string;
	/** The benefit that a user has of it. */
	title: string;
	value: number;
	bar: number;
	/** `x` is a ratio of two times of the same run; such a figure means the same on a slow and on a fast machine. */
	unit: 'x' | 'ms' | 'kB' | 'bytes' | 'misses';
	detail: string;
}

export interface Benchmark {
	name: string;
	/** Asks for the window only when it needs one: starting it takes seconds. */
	run(window: () => Promise<WindowUnderTest>): Promise<Row>;
}
