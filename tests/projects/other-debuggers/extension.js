const vscode = require('vscode');

exports.activate = context => {
	const adapters = {
		debugpy: () =>
			new vscode.DebugAdapterExecutable(process.env.HAWSER_TEST_PYTHON, ['-m', 'debugpy.adapter'], {
				env: { PYTHONPATH: process.env.HAWSER_TEST_DEBUGPY },
			}),
		gone: () => new vscode.DebugAdapterExecutable('/nowhere/adapter'),
		stubborn: () => new vscode.DebugAdapterInlineImplementation(new StubbornAdapter()),
		mute: () =>
			new vscode.DebugAdapterInlineImplementation({
				onDidSendMessage: new vscode.EventEmitter().event,
				handleMessage() {},
				dispose() {},
			}),
	};
	for (const [type, createDebugAdapterDescriptor] of Object.entries(adapters)) {
		context.subscriptions.push(
			vscode.debug.registerDebugAdapterDescriptorFactory(type, { createDebugAdapterDescriptor }),
		);
	}
};

/** Stands at its entry for ever: it can do nothing that an adapter need not do, and refuses to step. */
class StubbornAdapter {
	emitter = new vscode.EventEmitter();
	onDidSendMessage = this.emitter.event;
	seq = 0;

	handleMessage(request) {
		const answer = this.answers[request.command];
		const refused = request.command === 'next';
		this.send({
			type: 'response',
			request_seq: request.seq,
			command: request.command,
			success: !refused,
			...(refused ? { message: 'I will not move.' } : { body: answer ?? {} }),
		});
		if (request.command === 'initialize') {
			this.send({ type: 'event', event: 'initialized' });
		}
		if (request.command === 'configurationDone') {
			this.send({ type: 'event', event: 'stopped', body: { reason: 'entry', threadId: 1 } });
		}
		if (request.command === 'disconnect') {
			this.send({ type: 'event', event: 'terminated' });
		}
	}

	answers = {
		initialize: { supportsConfigurationDoneRequest: true },
		threads: { threads: [{ id: 1, name: 'only' }] },
		stackTrace: { stackFrames: [{ id: 1, name: 'nowhere', line: 0, column: 0 }] },
		scopes: { scopes: [{ name: 'Things', variablesReference: 5, expensive: false }] },
		variables: { variables: [{ name: 'thing', value: '1', variablesReference: 0 }] },
	};

	send(message) {
		this.emitter.fire({ seq: ++this.seq, ...message });
	}

	dispose() {}
}
