// Listens on a Unix socket named after this extension host. A connection carries one request, a line {body, args}. It is
// acknowledged by a line before anything runs and answered by a line {value} or {error}. The folder of the sockets belongs to one launch and only its user can enter it.
const net = require('node:net');
const path = require('node:path');
const fs = require('node:fs');
const vscode = require('vscode');

const AsyncFunction = (async () => {}).constructor;

exports.activate = context => {
	const folder = process.env.HAWSER_HEADLESS_SOCKETS;
	if (!folder) {
		return;
	}
	const socketPath = path.join(folder, `${process.pid}.sock`);
	// A process id may come back; the socket of its first owner is of no use.
	fs.rmSync(socketPath, { force: true });
	const server = net.createServer(serve);
	server.listen(socketPath);
	context.subscriptions.push({ dispose: () => server.close() });
};

function serve(socket) {
	let request = '';
	socket.setEncoding('utf8');
	socket.on('error', () => {});
	socket.on('data', chunk => {
		request += chunk;
		if (request.endsWith('\n')) {
			socket.write('running\n');
			void answer(JSON.parse(request)).then(line => socket.write(`${line}\n`));
		}
	});
}

async function answer({ body, args }) {
	try {
		const run = new AsyncFunction('vscode', 'args', 'require', body);
		return JSON.stringify({ value: await run(vscode, args, require) });
	} catch (error) {
		const { message, stack, code } = Object(error);
		return JSON.stringify({ error: { message: String(message ?? error), stack, code } });
	}
}
