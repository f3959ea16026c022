/** A window as far as the link can see: a server with a port, a token and an entry. Says `ready`, and leaves when told. */
import { createServer } from 'node:http';
import { assignPort } from '../src/assign-port.ts';
import { ensureHome } from '../src/home.ts';
import { projectTokens } from '../src/project-tokens.ts';
import { removeWindowEntry, sweepHome, writeWindowEntry } from '../src/window-registry.ts';
import { answerOwnProof } from './answer-proof.ts';

const [home = '', folder = '', id = ''] = process.argv.slice(2);
ensureHome(home);
sweepHome(home);
const token = await projectTokens(home).get(folder);
const server = createServer((request, response) => {
	if (answerOwnProof(request, response, token)) {
		return;
	}
	request.resume();
	response.writeHead(200, { 'content-type': 'application/json', 'hawser-window': id });
	response.end(JSON.stringify({ ok: true, id, version: '0', pid: process.pid }));
});
const port = await assignPort(server, { home, policy: { kind: 'auto' }, projectRoot: folder });
const now = Date.now();
await writeWindowEntry(home, {
	id,
	pid: process.pid,
	port,
	token,
	folders: [folder],
	app: 'Test',
	version: '0',
	startedAt: now,
	seenAt: now,
});
process.send?.({ port });
process.on('message', () => {
	removeWindowEntry(home, id);
	server.close();
	server.closeAllConnections();
	process.disconnect();
});
