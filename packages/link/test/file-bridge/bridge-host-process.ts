/** The window's end of the bridge in a process of its own, to be killed. Says `ready`. */
import { openBridgeHost } from '../../src/file-bridge/bridge-host.ts';
import { echo } from './echo.ts';

const [workspace = '', windowId = ''] = process.argv.slice(2);
const host = openBridgeHost({
	workspace,
	windowId,
	toolsets: () => [],
	run: echo,
	onProblem: problem => process.send?.({ problem }),
	heartbeat: 100,
});
await host.ready;
process.send?.('ready');
process.on('message', () => {
	void host.close().then(() => process.disconnect());
});
