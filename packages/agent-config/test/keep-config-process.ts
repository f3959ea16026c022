import { createProjectConfig } from '../src/project-config.ts';

/** A window that opens, changes its mind and closes, over and over, until it is killed. */
const [home = '', usersFile = '', ...folders] = process.argv.slice(2);
process.on('disconnect', () => process.exit());
const config = createProjectConfig({ home, windowId: 'killed', usersFile, warn: () => undefined });
for (let round = 0; ; round++) {
	const value = { url: `http://localhost:${round}/mcp`, headers: { Authorization: 'x'.repeat(round % 500) } };
	await config.keep(folders.map(folder => ({ folder, value, secret: true })));
	await config.keep(folders.slice(1).map(folder => ({ folder, value: { command: 'x' }, secret: false })));
	if (round % 3 === 2) {
		await config.leave();
	}
	if (round === 0) {
		process.send?.('running');
	}
}
