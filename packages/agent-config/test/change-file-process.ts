import { changeFile } from '../src/change-file.ts';

/** Writes the file over and over, each time with a text that tells its own length, until it is killed. */
const [path = ''] = process.argv.slice(2);
process.on('disconnect', () => process.exit());
for (let round = 0; ; round++) {
	const length = 1 + ((round * 7919) % 200_000);
	changeFile(path, () => ({ kind: 'write', text: JSON.stringify({ length, filler: 'x'.repeat(length) }) }));
	if (round === 0) {
		process.send?.('writing');
	}
	await new Promise(resolve => setImmediate(resolve));
}
