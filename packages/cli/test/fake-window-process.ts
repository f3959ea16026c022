/** A fake window in a process of its own, so that a test can kill it. Arguments: home, folder, id. */
import { startFakeWindow } from './fake-window.ts';

const [home = '', folder = '', id = ''] = process.argv.slice(2);
const { entry } = await startFakeWindow({
	home,
	folders: [folder],
	id,
	answer: ({ tool, input }) => (tool === 'symbol_references' ? 'hang' : { echo: input }),
});
process.send?.({ port: entry.port });
process.on('disconnect', () => process.exit());
