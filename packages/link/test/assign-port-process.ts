/** Waits for the word, then assigns a port and says which. Arguments: home, project root, policy as JSON. */
import { createServer } from 'node:http';
import { assignPort } from '../src/assign-port.ts';
import type { PortPolicy } from '../src/port-policy.ts';

const [home = '', projectRoot = '', policy = ''] = process.argv.slice(2);
process.once('message', () => {
	void assignPort(createServer(), { home, projectRoot, policy: JSON.parse(policy) as PortPolicy }).then(port =>
		process.send?.({ port }),
	);
});
process.once('disconnect', () => process.exit());
process.send?.('ready');
