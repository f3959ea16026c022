import { whenParentIsGone } from '../../scripts/parent-watch.mjs';

/** Ends the tests, and with them every editor that they started, when nobody is there any more to read what comes of them. */
export function setup(): void {
	whenParentIsGone(() => process.kill(process.pid, 'SIGTERM'));
}
