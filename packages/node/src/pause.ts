/** Waits without giving anybody else a turn: for the few milliseconds in which another process has a file in its hands. */
export function pause(milliseconds: number): void {
	if (milliseconds > 0) {
		Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
	}
}
