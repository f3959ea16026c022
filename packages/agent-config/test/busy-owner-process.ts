import { mkdirSync, readFileSync, renameSync, rmdirSync, statSync, writeFileSync } from 'node:fs';

/** Claude Code as far as its file is concerned: takes its lock, reads, counts, writes, gives the lock back, many times. */
const [file = '', rounds = '0'] = process.argv.slice(2);
const lock = `${file}.lock`;
for (let round = 0; round < Number(rounds); round++) {
	await locked(async () => {
		const content = JSON.parse(readFileSync(file, 'utf8')) as { count: number };
		// Whoever does not respect the lock writes now, and it is lost.
		await new Promise(resolve => setTimeout(resolve, 2));
		const text = JSON.stringify({ ...content, count: content.count + 1 }, null, 2);
		writeFileSync(`${file}.new`, text, { mode: 0o600 });
		renameSync(`${file}.new`, file);
	});
	await new Promise(resolve => setTimeout(resolve, Math.random() * 3));
}
process.disconnect();

async function locked(work: () => Promise<void>): Promise<void> {
	for (;;) {
		try {
			mkdirSync(lock);
			break;
		} catch {
			await new Promise(resolve => setTimeout(resolve, 1));
			statSync(file);
		}
	}
	await work();
	rmdirSync(lock);
}
