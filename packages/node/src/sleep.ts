/** A wait that nobody cancels. Made of the global timer: `node:timers/promises` would be loaded at every start of the CLI. */
export function sleep(milliseconds: number): Promise<void> {
	return new Promise(resolve => setTimeout(resolve, milliseconds));
}
