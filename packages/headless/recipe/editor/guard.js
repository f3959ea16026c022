// Runs code-server and ends it when the process that launched it is gone, however it went (kill -9 included).
// Usage: node guard.js <pid of the owner> <code-server's entry.js> <its arguments>
const POLL_MS = 1000;
const PATIENCE_MS = 10_000;

const owner = Number(process.argv[2]);
const poll = setInterval(() => {
	// An orphan gets another parent.
	if (process.ppid !== owner) {
		clearInterval(poll);
		// Its log pipe has no reader any more, and a write into it must not end the shutdown half way.
		process.stdout.destroy();
		process.stderr.destroy();
		process.kill(process.pid, 'SIGTERM');
		setTimeout(() => process.kill(process.pid, 'SIGKILL'), PATIENCE_MS).unref();
	}
}, POLL_MS);
poll.unref();

process.argv.splice(1, 2);
require(process.argv[1]);
