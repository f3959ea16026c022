// Takes the place of @vscode/native-watchdog, which would have to be compiled: ends this process when its parent is gone.
// VS Code gives deactivate() five seconds once it notices the same thing itself; six leave it that time.
const POLL_MS = 1000;
const LAST_WORDS_MS = 6000;

exports.start = parentPid => {
	const poll = setInterval(() => {
		try {
			process.kill(parentPid, 0);
		} catch {
			clearInterval(poll);
			setTimeout(() => process.exit(87), LAST_WORDS_MS);
		}
	}, POLL_MS);
	poll.unref();
};
